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

package io.leaderelection.runs;

import io.leaderelection.FencingToken;
import org.jspecify.annotations.Nullable;

/**
 * Beginning of an attempt.
 *
 * @param before the run as it stood before, or {@code null} if there was none
 * @param now the run as it stands now
 */
record BegunRun(@Nullable StoredRun before, StoredRun now) {

	boolean isDuplicate() {
		return this.now.isFinished();
	}

	RunMeters.Attempt kind(FencingToken token) {
		if (this.before == null) {
			return RunMeters.Attempt.FIRST;
		}
		return this.before.run().grantId().equals(token.grantId()) ? RunMeters.Attempt.RETRY
				: RunMeters.Attempt.TAKEOVER;
	}

}
