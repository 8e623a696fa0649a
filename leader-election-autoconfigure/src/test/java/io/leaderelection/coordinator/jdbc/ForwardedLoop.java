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
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.ThreadEventLoop;

/**
 * Loop whose monotonic clock is set forward by hand. What was scheduled is not affected.
 */
final class ForwardedLoop implements EventLoop, AutoCloseable {

	private final ThreadEventLoop loop = new ThreadEventLoop("forwarded");

	private final AtomicLong forwarded = new AtomicLong();

	/**
	 * Let time pass.
	 */
	void forward(Duration time) {
		this.forwarded.addAndGet(time.toNanos());
	}

	@Override
	public long nanoTime() {
		return this.loop.nanoTime() + this.forwarded.get();
	}

	@Override
	public Instant wallTime() {
		return this.loop.wallTime();
	}

	@Override
	public void execute(Runnable task) {
		this.loop.execute(task);
	}

	@Override
	public Cancellable schedule(Duration delay, Runnable task) {
		return this.loop.schedule(delay, task);
	}

	@Override
	public void close() {
		this.loop.close();
	}

}
