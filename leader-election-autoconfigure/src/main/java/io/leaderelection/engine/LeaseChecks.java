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

import java.time.Duration;

import io.leaderelection.SuspicionCause;
import org.jspecify.annotations.Nullable;

/**
 * What the clocks have already said about a lease, so that it is said once.
 */
final class LeaseChecks {

	private @Nullable Deadline over;

	private @Nullable Deadline distrusted;

	private @Nullable Moment late;

	boolean isNewlyOver(Lease lease) {
		boolean newly = this.over != lease.deadline();
		this.over = lease.deadline();
		return newly;
	}

	/**
	 * Return a cause for suspicion that has newly arisen.
	 * @param lease the lease
	 * @param now the present
	 * @param suspectAfter the time without an acknowledged renewal until suspicion
	 * @return the cause, or {@code null}
	 */
	@Nullable SuspicionCause suspicion(Lease lease, Moment now, Duration suspectAfter) {
		if (this.distrusted != lease.deadline() && !lease.deadline().isTrusted(now.nanos(), now.wallMillis())) {
			this.distrusted = lease.deadline();
			return SuspicionCause.CLOCK_MOVED;
		}
		Moment acknowledged = lease.acknowledged();
		if (!acknowledged.equals(this.late) && now.hasReached(acknowledged.nanosPlus(suspectAfter))) {
			this.late = acknowledged;
			return SuspicionCause.RENEWAL_LATE;
		}
		return null;
	}

}
