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

package io.leaderelection.observation;

import java.time.Duration;
import java.util.function.LongSupplier;

import io.leaderelection.spi.ContactListener;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Log of the contact with the coordinator: one line when it is lost, a summary from time
 * to time while it is away, and one line when it is back. A call that fails now and then
 * is no loss.
 */
public final class CoordinatorLog implements ContactListener {

	private static final Log logger = LogFactory.getLog(CoordinatorLog.class);

	private static final int FAILURES_OF_A_LOSS = 3;

	private static final Duration SUMMARY_INTERVAL = Duration.ofMinutes(1);

	private final String coordinator;

	private final LongSupplier nanoTime;

	private int failures;

	private long first;

	private long told;

	/**
	 * Create a log.
	 * @param coordinator the kind of coordinator
	 * @param nanoTime the monotonic clock
	 */
	public CoordinatorLog(String coordinator, LongSupplier nanoTime) {
		this.coordinator = coordinator;
		this.nanoTime = nanoTime;
	}

	@Override
	public void answered(Call call, Duration elapsed) {
		if (isLost()) {
			logger.info("The coordinator %s answers again after %ds, in which %d calls failed"
				.formatted(this.coordinator, since(this.first).toSeconds(), this.failures));
		}
		this.failures = 0;
	}

	@Override
	public void failed(Call call, Duration elapsed, String detail) {
		long now = this.nanoTime.getAsLong();
		this.failures++;
		if (this.failures == 1) {
			this.first = now - elapsed.toNanos();
		}
		if (this.failures == FAILURES_OF_A_LOSS) {
			this.told = now;
			logger.warn("Lost contact with the coordinator %s, without which this instance cannot lead: %s"
				.formatted(this.coordinator, detail));
		}
		else if (isLost() && since(this.told).compareTo(SUMMARY_INTERVAL) >= 0) {
			this.told = now;
			logger.warn("The coordinator %s has been away for %ds, %d calls failed, the last one: %s"
				.formatted(this.coordinator, since(this.first).toSeconds(), this.failures, detail));
		}
	}

	private boolean isLost() {
		return this.failures >= FAILURES_OF_A_LOSS;
	}

	private Duration since(long nanos) {
		return Duration.ofNanos(this.nanoTime.getAsLong() - nanos);
	}

}
