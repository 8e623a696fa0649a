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

package io.leaderelection.fencing.jdbc;

import java.time.Duration;
import java.util.List;

import io.leaderelection.spi.RejectionListener;
import io.leaderelection.spi.RejectionListener.By;

/**
 * Observer that also tells others of refused writes.
 */
public final class ReportedFenceMeters implements FenceMeters {

	private final FenceMeters meters;

	private final List<RejectionListener> listeners;

	private ReportedFenceMeters(FenceMeters meters, List<RejectionListener> listeners) {
		this.meters = meters;
		this.listeners = List.copyOf(listeners);
	}

	/**
	 * Return an observer that tells the listeners as well.
	 * @param meters the observer that counts
	 * @param listeners who else is told
	 * @return the observer
	 */
	public static FenceMeters of(FenceMeters meters, List<RejectionListener> listeners) {
		return listeners.isEmpty() ? meters : new ReportedFenceMeters(meters, listeners);
	}

	@Override
	public void writeFenced(String election, String database) {
		this.meters.writeFenced(election, database);
	}

	@Override
	public void rejectedLocally(String election, String database) {
		this.meters.rejectedLocally(election, database);
		tell(election, By.PROCESS);
	}

	@Override
	public void rejectedByFence(String election, String database) {
		this.meters.rejectedByFence(election, database);
		tell(election, By.FENCE);
	}

	@Override
	public void sealed(String election, String database, Duration elapsed) {
		this.meters.sealed(election, database, elapsed);
	}

	@Override
	public void intentNeeded(String election, String database) {
		this.meters.intentNeeded(election, database);
	}

	@Override
	public void sessionNotTerminated(String election, String database) {
		this.meters.sessionNotTerminated(election, database);
	}

	@Override
	public void sessionTerminated(String election, String database) {
		this.meters.sessionTerminated(election, database);
	}

	private void tell(String election, By by) {
		this.listeners.forEach((listener) -> listener.rejected(election, by));
	}

}
