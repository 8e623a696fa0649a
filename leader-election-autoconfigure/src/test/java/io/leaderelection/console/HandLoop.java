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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.leaderelection.coordinator.EventLoop;

/**
 * Event loop whose time is moved by hand.
 */
final class HandLoop implements EventLoop {

	private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

	private final List<Task> tasks = new ArrayList<>();

	private long now;

	@Override
	public long nanoTime() {
		return this.now;
	}

	@Override
	public Instant wallTime() {
		return START.plusNanos(this.now);
	}

	@Override
	public void execute(Runnable task) {
		schedule(Duration.ZERO, task);
	}

	@Override
	public Cancellable schedule(Duration delay, Runnable task) {
		Task scheduled = new Task(this.now + delay.toNanos(), task);
		this.tasks.add(scheduled);
		return () -> this.tasks.remove(scheduled);
	}

	/**
	 * Move the time on, and run what is due.
	 * @param duration by how much
	 */
	void pass(Duration duration) {
		long end = this.now + duration.toNanos();
		while (true) {
			Task next = this.tasks.stream().min(Comparator.comparingLong(Task::at)).orElse(null);
			if (next == null || next.at() > end) {
				break;
			}
			this.tasks.remove(next);
			this.now = Math.max(this.now, next.at());
			next.task().run();
		}
		this.now = end;
	}

	int tasks() {
		return this.tasks.size();
	}

	/**
	 * Task that waits for its time.
	 *
	 * @param at when it is due
	 * @param task the task
	 */
	private record Task(long at, Runnable task) {

	}

}
