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

package io.leaderelection.coordinator.jdbc;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Wait for threads that were told to end, all at once. One that is connecting cannot be
 * told, and ends when its database or the time-out of its driver lets it.
 *
 * @param bound the longest wait
 */
record EndOfThreads(Duration bound) {

	private static final Log logger = LogFactory.getLog(EndOfThreads.class);

	// Drivers round a call time-out up to seconds.
	private static final Duration ROUNDING = Duration.ofMillis(1500);

	/**
	 * Create a wait that outlasts a connection attempt which is not answered.
	 * @param callTimeout how long a call may take
	 * @return the wait
	 */
	static EndOfThreads afterCallsOf(Duration callTimeout) {
		return new EndOfThreads(callTimeout.plus(ROUNDING));
	}

	void await(Collection<Thread> threads) {
		long deadline = System.nanoTime() + this.bound.toNanos();
		try {
			for (Thread thread : threads) {
				TimeUnit.NANOSECONDS.timedJoin(thread, deadline - System.nanoTime());
				if (thread.isAlive() && thread != Thread.currentThread()) {
					logger.warn("Thread '%s' still waits for the database and ends later".formatted(thread.getName()));
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
