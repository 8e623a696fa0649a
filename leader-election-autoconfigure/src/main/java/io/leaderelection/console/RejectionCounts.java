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

package io.leaderelection.console;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.spi.RejectionListener;

/**
 * Counts of the writes that this instance had refused since it started. Safe for use by
 * several threads.
 */
public final class RejectionCounts implements RejectionListener {

	private final Map<String, Tally> tallies = new ConcurrentHashMap<>();

	@Override
	public void rejected(String election, By by) {
		Tally tally = this.tallies.computeIfAbsent(election, (name) -> new Tally());
		((by == By.FENCE) ? tally.fence : tally.process).incrementAndGet();
	}

	Rejections of(String election) {
		Tally tally = this.tallies.get(election);
		return (tally != null) ? new Rejections(tally.fence.get(), tally.process.get()) : new Rejections(0, 0);
	}

	/**
	 * Running counts of one election.
	 */
	private static final class Tally {

		private final AtomicLong fence = new AtomicLong();

		private final AtomicLong process = new AtomicLong();

	}

}
