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

package io.leaderelection.coordinator.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;

import io.leaderelection.coordinator.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * Event loop of a process in {@link VirtualTime}.
 */
public final class VirtualEventLoop implements EventLoop {

	private static final Duration LONGEST_DELAY = Duration.ofDays(36500);

	private final String name;

	private final VirtualTime time;

	private final long origin;

	private final PriorityQueue<Task> tasks = new PriorityQueue<>();

	private boolean running;

	private boolean frozen;

	private boolean suspended;

	private boolean killed;

	private long suspendedAt;

	private long suspendedFor;

	private Duration wallClockOffset = Duration.ZERO;

	VirtualEventLoop(String name, VirtualTime time, long origin) {
		this.name = name;
		this.time = time;
		this.origin = origin;
	}

	@Override
	public long nanoTime() {
		return this.origin + monotonic();
	}

	@Override
	public Instant wallTime() {
		return this.time.wallTime().plus(this.wallClockOffset);
	}

	@Override
	public void execute(Runnable task) {
		submit(0, task);
	}

	@Override
	public Cancellable schedule(Duration delay, Runnable task) {
		long nanos = (delay.compareTo(LONGEST_DELAY) < 0) ? delay.toNanos() : LONGEST_DELAY.toNanos();
		Task submitted = submit(Math.max(0, nanos), task);
		return () -> submitted.action = null;
	}

	/**
	 * Stop the process: no task runs until it is thawed, while both clocks go on.
	 */
	public void freeze() {
		this.frozen = true;
	}

	/**
	 * Let a frozen process go on. Whatever fell due meanwhile is due now.
	 */
	public void thaw() {
		this.frozen = false;
	}

	/**
	 * Suspend the machine: no task runs, the monotonic clock stands still as it does on
	 * Linux, and the wall clock goes on.
	 */
	public void suspend() {
		if (!this.suspended) {
			this.suspended = true;
			this.suspendedAt = this.time.now();
		}
	}

	/**
	 * Wake a suspended machine. Delays go on from where they stood.
	 */
	public void resume() {
		if (this.suspended) {
			this.suspended = false;
			this.suspendedFor += this.time.now() - this.suspendedAt;
		}
	}

	/**
	 * Move the wall clock of the process.
	 * @param offset how far; negative to move it back
	 */
	public void jumpWallClock(Duration offset) {
		this.wallClockOffset = this.wallClockOffset.plus(offset);
	}

	/**
	 * End the process at once: all its tasks are dropped, and all submitted later. A task
	 * that is blocked in the middle is not stopped.
	 */
	public void kill() {
		this.killed = true;
		this.tasks.clear();
		this.time.remove(this);
	}

	/**
	 * Return whether the process lives and is neither frozen nor suspended.
	 * @return whether tasks run
	 */
	public boolean isAwake() {
		return !this.frozen && !this.suspended && !this.killed;
	}

	@Override
	public String toString() {
		return this.name;
	}

	boolean isRunnable() {
		return !this.running && isAwake() && peek() != null;
	}

	long nextDue() {
		return next().due + this.suspendedFor;
	}

	long nextSequence() {
		return next().sequence;
	}

	void runNext() {
		Runnable action = next().action;
		this.tasks.remove();
		this.running = true;
		try {
			if (action != null) {
				action.run();
			}
		}
		finally {
			this.running = false;
		}
	}

	private long monotonic() {
		if (this.suspended) {
			return this.suspendedAt - this.suspendedFor;
		}
		return this.time.now() - this.suspendedFor;
	}

	private Task submit(long delay, Runnable action) {
		Task task = new Task(monotonic() + delay, this.time.nextSequence(), action);
		if (!this.killed) {
			this.tasks.add(task);
		}
		return task;
	}

	private Task next() {
		Task task = peek();
		if (task == null) {
			throw new IllegalStateException("No task is waiting on loop '%s'".formatted(this.name));
		}
		return task;
	}

	private @Nullable Task peek() {
		Task task = this.tasks.peek();
		while (task != null && task.action == null) {
			this.tasks.remove();
			task = this.tasks.peek();
		}
		return task;
	}

	private static final class Task implements Comparable<Task> {

		private final long due;

		private final long sequence;

		private @Nullable Runnable action;

		private Task(long due, long sequence, Runnable action) {
			this.due = due;
			this.sequence = sequence;
			this.action = action;
		}

		@Override
		public int compareTo(Task other) {
			int result = Long.compare(this.due, other.due);
			return (result != 0) ? result : Long.compare(this.sequence, other.sequence);
		}

	}

}
