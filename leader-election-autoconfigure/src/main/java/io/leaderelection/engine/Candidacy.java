/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.leaderelection.engine;

import io.leaderelection.coordinator.Session;
import org.jspecify.annotations.Nullable;

/**
 * This instance's entry among the candidates.
 *
 * @param sessionId the session of the last confirmed change, or {@code null}
 * @param listed whether that change entered it
 * @param asked whether a change is under way
 * @param since when the last change was confirmed, or {@code null}
 * @param failures how many changes failed since
 */
record Candidacy(@Nullable String sessionId, boolean listed, boolean asked, @Nullable Moment since, int failures) {

	static final Candidacy NONE = new Candidacy(null, false, false, null, 0);

	boolean isListedUnder(Session session) {
		return this.listed && session.id().equals(this.sessionId);
	}

	Candidacy withAsked(boolean value) {
		return new Candidacy(this.sessionId, this.listed, value, this.since, this.failures);
	}

	Candidacy withFailure() {
		return new Candidacy(this.sessionId, this.listed, this.asked, this.since, this.failures + 1);
	}

}
