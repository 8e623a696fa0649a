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

import java.time.Duration;
import java.util.Set;

import io.leaderelection.FencingToken;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of {@link Coordinator#renew(Session)}.
 */
public sealed interface RenewalOutcome permits RenewalOutcome.Renewed, SessionGone, Restored, Unknown, Refused {

	/**
	 * The session lives for the given time from when the renewal was <em>sent</em>.
	 *
	 * @param ttl the time-to-live
	 * @param held the grants that the coordinator still keeps under the session, or
	 * {@code null} if the renewal does not tell; a grant that is missing is gone
	 */
	record Renewed(Duration ttl, @Nullable Set<FencingToken> held) implements RenewalOutcome {

	}

}
