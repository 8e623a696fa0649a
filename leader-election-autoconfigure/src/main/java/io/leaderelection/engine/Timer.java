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

/**
 * Timers of one election; each runs at most once at a time.
 */
enum Timer {

	/**
	 * The next attempt to win a term.
	 */
	CAMPAIGN,

	/**
	 * The next try of a read that failed.
	 */
	READ,

	/**
	 * The next read that nothing calls for.
	 */
	POLL,

	/**
	 * The bound of sealing.
	 */
	SEAL,

	/**
	 * The next try of raising the term counter.
	 */
	RAISE,

	/**
	 * The bound of draining.
	 */
	DRAIN,

	/**
	 * The deadline of a suspicion.
	 */
	SUSPICION,

	/**
	 * The end of a cool-down or of backing off.
	 */
	HOLD_BACK,

	/**
	 * The next try of a release.
	 */
	RELEASE,

	/**
	 * The bound of cleaning up, after which the lease is replaced.
	 */
	CLEAN_UP,

	/**
	 * The next try of entering or leaving the candidates.
	 */
	ENLIST,

	/**
	 * The end of the grace time of a leader that is not eligible.
	 */
	GRACE

}
