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

/**
 * Session of this instance in the coordinator, as far as it was acknowledged.
 *
 * @param session the session
 * @param deadline the local deadline
 * @param acknowledged when the last acknowledged renewal was sent
 */
record Lease(Session session, Deadline deadline, Moment acknowledged) {

	boolean isOf(String sessionId) {
		return this.session.id().equals(sessionId);
	}

	/**
	 * Return the lease after an acknowledged renewal; its deadline only moves forward.
	 * @param renewed the deadline that follows from the renewal
	 * @param sent when the renewal was sent
	 * @return the lease
	 */
	Lease renewed(Deadline renewed, Moment sent) {
		return renewed.isLaterThan(this.deadline) ? new Lease(this.session, renewed, sent) : this;
	}

}
