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

package io.leaderelection.coordinator;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;

/**
 * Single thread with its clocks, on which all state of an engine or coordinator lives.
 * The production loop is {@link ThreadEventLoop}; simulations drive one by hand.
 */
public interface EventLoop extends Executor {

	/**
	 * Return the monotonic clock, as {@link System#nanoTime()}.
	 * @return nanoseconds since an arbitrary origin
	 */
	long nanoTime();

	/**
	 * Return the wall clock.
	 * @return the time
	 */
	Instant wallTime();

	/**
	 * Return the wall clock without creating an object, for checks at each call.
	 * @return milliseconds since the epoch
	 */
	default long wallMillis() {
		return wallTime().toEpochMilli();
	}

	/**
	 * Run the task on the loop's thread, after the tasks submitted before. May be called
	 * from any thread. Tasks submitted after the loop ended are dropped.
	 * @param task the task
	 */
	@Override
	void execute(Runnable task);

	/**
	 * Run the task on the loop's thread after a delay.
	 * @param delay the delay
	 * @param task the task
	 * @return a handle to cancel it
	 */
	Cancellable schedule(Duration delay, Runnable task);

	/**
	 * Handle of a scheduled task.
	 */
	@FunctionalInterface
	interface Cancellable {

		/**
		 * Cancel the task. Called on the loop's thread it guarantees that the task does
		 * not run any more.
		 */
		void cancel();

	}

}
