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

/**
 * Delay before a call that failed is tried again. It grows, so that a coordinator that
 * refuses at once is not asked by each election many times a second; and not beyond a
 * quarter of the time-to-live, so that nobody waits for long after it answers again.
 */
final class RetryDelay {

	private static final Duration SHORTEST = Duration.ofMillis(100);

	private static final int DOUBLINGS = 4;

	private RetryDelay() {
	}

	/**
	 * Return the delay.
	 * @param failures how often the call failed in a row before
	 * @param ttl the time-to-live
	 * @return the delay, without jitter
	 */
	static Duration after(int failures, Duration ttl) {
		Duration grown = SHORTEST.multipliedBy(1L << Math.min(DOUBLINGS, failures));
		Duration longest = ttl.dividedBy(4);
		return (grown.compareTo(longest) < 0) ? grown : longest;
	}

	/**
	 * Return the delay after a definite refusal, which seldom ends by itself: as long as
	 * the call has been tried, so that few calls are made in all.
	 * @param tried how long the call has been tried
	 * @param ttl the time-to-live
	 * @return the delay, without jitter
	 */
	static Duration afterRefusal(Duration tried, Duration ttl) {
		Duration longest = after(DOUBLINGS, ttl);
		Duration least = (tried.compareTo(SHORTEST) > 0) ? tried : SHORTEST;
		return (least.compareTo(longest) < 0) ? least : longest;
	}

}
