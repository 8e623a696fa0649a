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
 * Faults that are planted into the engine's rules to show that the simulation notices
 * them.
 */
enum PlantedFault {

	/**
	 * A term is announced without a look at the deadline.
	 */
	ANNOUNCE_BEFORE_DEADLINE_CHECK("Lesson 1: .*") {

		@Override
		Rules rules() {
			return new Rules() {

				@Override
				boolean mayAnnounce(Deadline deadline, Moment now, Duration margin) {
					return true;
				}

			};
		}

	},

	/**
	 * A term whose deadline passed goes on when a renewal succeeds after all.
	 */
	RESUME_AFTER_EXPIRY("I5: .*") {

		@Override
		Rules rules() {
			return new Rules() {

				@Override
				boolean isOver(Deadline deadline, Moment now) {
					return false;
				}

			};
		}

	},

	/**
	 * A lease is counted from when its renewal was acknowledged.
	 */
	DEADLINE_FROM_RECEIPT("I[35]: .*") {

		@Override
		Rules rules() {
			return new Rules() {

				@Override
				Moment leaseBegin(Moment sent, Moment received) {
					return received;
				}

			};
		}

	},

	/**
	 * The revocation is published while the state still says leader.
	 */
	REVOKED_BEFORE_FLIP("I7: .*") {

		@Override
		Rules rules() {
			return new Rules() {

				@Override
				boolean flipsBefore(List<Action> actions) {
					return actions.stream().noneMatch(Action.PublishRevoked.class::isInstance);
				}

			};
		}

	},

	/**
	 * An answer to a request that was sent before the suspicion arose lifts it.
	 */
	SUSPICION_LIFTED_BY_EARLIER_ANSWER("I5: .*") {

		@Override
		Rules rules() {
			return new Rules() {

				@Override
				boolean lifts(Moment sent, Suspicion suspicion) {
					return true;
				}

			};
		}

	},

	/**
	 * A leader record on the own living lease is left alone.
	 */
	STRAY_RECORD_LEFT_ALONE("I6: .*") {

		@Override
		Rules rules() {
			return new Rules() {

				@Override
				boolean discardsStrays() {
					return false;
				}

			};
		}

	},

	/**
	 * An attempt whose outcome is unknown is followed by another one at once.
	 */
	BLIND_RESEND("An attempt.*") {

		@Override
		Rules rules() {
			return new Rules() {

				@Override
				boolean settlesUnknown() {
					return false;
				}

			};
		}

	},

	/**
	 * A lease is renewed although its local deadline has passed.
	 */
	RENEWAL_AFTER_DEADLINE("I5: .*") {

		@Override
		Rules rules() {
			return new Rules() {

				@Override
				boolean mayRenewOver() {
					return true;
				}

			};
		}

	};

	private final String promise;

	PlantedFault(String promise) {
		this.promise = promise;
	}

	/**
	 * Return what the message of the broken promise looks like.
	 */
	String promise() {
		return this.promise;
	}

	/**
	 * Return the engine's rules with this fault planted.
	 */
	abstract Rules rules();

}
