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

package io.leaderelection.coordinator;

import org.jspecify.annotations.Nullable;

/**
 * Outcome of an operator's order that burns a term.
 */
public sealed interface ControlOutcome permits ControlOutcome.Burned, Conflict, Restored, Unknown, Refused {

	/**
	 * The order took effect, or had done so before.
	 *
	 * @param term the term that was burned
	 * @param grantId the grant id of the burned term, to seal fences with
	 * @param ousted the leader that was forced out by this call, or {@code null}
	 * @param standing the pause that stood before this call and still stands, or
	 * {@code null}
	 */
	record Burned(long term, String grantId, @Nullable LeaderRecord ousted,
			@Nullable PauseRecord standing) implements ControlOutcome {

	}

}
