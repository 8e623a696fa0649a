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

import io.leaderelection.SuspicionCause;

/**
 * Doubt about the own lease and grant.
 *
 * @param cause what gave rise to it
 * @param since when it arose
 * @param deadline the deadline known then: the suspicion ends the term at the latest
 * there
 * @param renewed whether a renewal that was sent since has been acknowledged
 * @param read whether a read that was sent since has shown the grant
 */
record Suspicion(SuspicionCause cause, Moment since, Deadline deadline, boolean renewed, boolean read) {

	Suspicion withRenewed() {
		return new Suspicion(this.cause, this.since, this.deadline, true, this.read);
	}

	Suspicion withRead() {
		return new Suspicion(this.cause, this.since, this.deadline, this.renewed, true);
	}

}
