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
import java.util.List;

/**
 * Rules of time and evidence on which the promises rest. Each is small and stands alone,
 * so that a test can break it and show that the break is noticed.
 */
class Rules {

	/**
	 * The rules.
	 */
	static final Rules PROVEN = new Rules();

	/**
	 * Return from when a lease is counted. The coordinator may have applied a renewal at
	 * any time since it was sent, so only the sending is safe.
	 * @param sent when the renewal was sent
	 * @param received when it was acknowledged
	 * @return the beginning
	 */
	Moment leaseBegin(Moment sent, Moment received) {
		return sent;
	}

	/**
	 * Return whether a term that was won may be announced: its deadline has to be ahead
	 * by a margin.
	 * @param deadline the local deadline
	 * @param now the present
	 * @param margin the margin
	 * @return whether it may be announced
	 */
	boolean mayAnnounce(Deadline deadline, Moment now, Duration margin) {
		return deadline.nanos() - now.nanos() > margin.toNanos() && deadline.isTrusted(now.nanos(), now.wallMillis());
	}

	/**
	 * Return whether a lease is over, for good, whatever arrives later.
	 * @param deadline the local deadline
	 * @param now the present
	 * @return whether it is over
	 */
	boolean isOver(Deadline deadline, Moment now) {
		return deadline.isPast(now.nanos());
	}

	/**
	 * Return whether a lease that is over may be renewed instead of being replaced.
	 * @return whether it may be renewed
	 */
	boolean mayRenewOver() {
		return false;
	}

	/**
	 * Return whether an answer counts against a suspicion: only if its request was sent
	 * after the suspicion arose.
	 * @param sent when the request was sent
	 * @param suspicion the suspicion
	 * @return whether it counts
	 */
	boolean lifts(Moment sent, Suspicion suspicion) {
		return sent.sequence() >= suspicion.since().sequence();
	}

	/**
	 * Return whether an own leader record that belongs to no term held and no attempt in
	 * flight has to be deleted.
	 * @return whether it has to be deleted
	 */
	boolean discardsStrays() {
		return true;
	}

	/**
	 * Return whether an attempt whose outcome is unknown is settled by a read before
	 * another one is made.
	 * @return whether a read comes first
	 */
	boolean settlesUnknown() {
		return true;
	}

	/**
	 * Return whether the state that users see is flipped before the actions that follow
	 * from it are carried out.
	 * @param actions the actions, among them the publication of events
	 * @return whether the flip comes first
	 */
	boolean flipsBefore(List<Action> actions) {
		return true;
	}

}
