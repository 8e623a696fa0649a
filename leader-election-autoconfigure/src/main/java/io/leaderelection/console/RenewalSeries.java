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

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

import io.leaderelection.spi.ContactListener;

/**
 * The last renewals of this instance's leases, and how long they took. Elections share
 * leases, so the series is that of the instance. Safe for use by several threads.
 */
public final class RenewalSeries implements ContactListener {

	private static final int CAPACITY = 120;

	private static final double NANOS_PER_MILLI = 1e6;

	private final Supplier<Instant> clock;

	private final Deque<Renewal> renewals = new ArrayDeque<>(CAPACITY);

	/**
	 * Create a series.
	 * @param clock the wall clock
	 */
	public RenewalSeries(Supplier<Instant> clock) {
		this.clock = clock;
	}

	@Override
	public void answered(Call call, Duration elapsed) {
		note(call, elapsed, true);
	}

	@Override
	public void failed(Call call, Duration elapsed, String detail) {
		note(call, elapsed, false);
	}

	private void note(Call call, Duration elapsed, boolean renewed) {
		if (call != Call.RENEW) {
			return;
		}
		synchronized (this.renewals) {
			if (this.renewals.size() == CAPACITY) {
				this.renewals.removeFirst();
			}
			this.renewals.addLast(new Renewal(this.clock.get(), elapsed.toNanos() / NANOS_PER_MILLI, renewed));
		}
	}

	List<Renewal> latest() {
		synchronized (this.renewals) {
			return List.copyOf(this.renewals);
		}
	}

	/**
	 * One renewal.
	 *
	 * @param at when it ended
	 * @param millis the time from sending it to its answer, or to giving up on it, in
	 * milliseconds
	 * @param renewed whether the lease was renewed
	 */
	record Renewal(Instant at, double millis, boolean renewed) {

	}

}
