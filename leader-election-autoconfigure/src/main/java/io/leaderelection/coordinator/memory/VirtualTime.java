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
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.jspecify.annotations.Nullable;

/**
 * Discrete-event scheduler whose time is driven by hand. Every {@link #newLoop loop} is a
 * process: it runs its tasks in order, and can be frozen, suspended, or killed while the
 * others go on. Nothing happens unless a method of this class is called, and everything
 * happens on the thread that calls it, so that a run is repeated exactly by its seed.
 * <p>
 * A task may itself call {@link #advance}: its process is then blocked in the middle of
 * the task while time goes on for the others, as by a garbage collection.
 * <p>
 * An exception thrown by a task leaves the method that ran the task; the scheduler
 * remains usable. Not thread-safe.
 */
public final class VirtualTime {

	/**
	 * Wall-clock time at which every virtual time begins.
	 */
	public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

	private final List<VirtualEventLoop> loops = new ArrayList<>();

	private final @Nullable Random random;

	private @Nullable Runnable stepListener;

	private long now;

	private long sequence;

	/**
	 * Create a time in which tasks that are due at the same moment run in the order of
	 * their submission, and whose monotonic clocks begin at zero.
	 */
	public VirtualTime() {
		this.random = null;
	}

	/**
	 * Create a time in which the seed decides which of several loops that have a task due
	 * at the same moment is first, and where each monotonic clock begins.
	 * @param seed the seed
	 */
	public VirtualTime(long seed) {
		this.random = new Random(seed);
	}

	/**
	 * Create a loop.
	 * @param name the name, for messages
	 * @return the loop
	 */
	public VirtualEventLoop newLoop(String name) {
		long origin = (this.random != null) ? this.random.nextLong() : 0;
		VirtualEventLoop loop = new VirtualEventLoop(name, this, origin);
		this.loops.add(loop);
		return loop;
	}

	/**
	 * Return the time that has passed since the beginning.
	 * @return the time passed
	 */
	public Duration elapsed() {
		return Duration.ofNanos(this.now);
	}

	/**
	 * Return the true wall-clock time, which the clock of a loop may deviate from.
	 * @return the time
	 */
	public Instant wallTime() {
		return START.plusNanos(this.now);
	}

	/**
	 * Set a listener that is called after every task that did not throw, also of those
	 * that run while another one is blocked.
	 * @param listener the listener, or {@code null} for none
	 */
	public void setStepListener(@Nullable Runnable listener) {
		this.stepListener = listener;
	}

	/**
	 * Run exactly one task, the next that is due, after moving time to it.
	 * @return whether there was a task
	 */
	public boolean step() {
		return stepUntil(Long.MAX_VALUE);
	}

	/**
	 * Run exactly one task, the next that is due, if it is due at the given moment or
	 * before; otherwise move time to that moment.
	 * @param moment the moment, as time passed since the beginning
	 * @return whether a task ran
	 */
	public boolean stepUntil(Duration moment) {
		return stepUntil(moment.toNanos());
	}

	/**
	 * Let time go on, and run everything that falls due meanwhile.
	 * @param duration how long
	 */
	public void advance(Duration duration) {
		if (duration.isNegative()) {
			throw new IllegalArgumentException(
					"'duration' must not be negative, but is %d ms".formatted(duration.toMillis()));
		}
		long end = this.now + duration.toNanos();
		boolean ran;
		do {
			ran = stepUntil(end);
		}
		while (ran);
	}

	/**
	 * Run everything that is due now, while time stands still.
	 */
	public void runUntilIdle() {
		advance(Duration.ZERO);
	}

	private boolean stepUntil(long end) {
		VirtualEventLoop next = next(end);
		if (next == null) {
			if (end != Long.MAX_VALUE) {
				this.now = Math.max(this.now, end);
			}
			return false;
		}
		this.now = Math.max(this.now, next.nextDue());
		next.runNext();
		if (this.stepListener != null) {
			this.stepListener.run();
		}
		return true;
	}

	private @Nullable VirtualEventLoop next(long end) {
		VirtualEventLoop first = null;
		long firstDue = 0;
		int ties = 0;
		for (VirtualEventLoop loop : this.loops) {
			if (!loop.isRunnable()) {
				continue;
			}
			long due = Math.max(loop.nextDue(), this.now);
			if (due > end) {
				continue;
			}
			ties = (first != null && due == firstDue) ? ties + 1 : 1;
			if (first == null || due < firstDue || (due == firstDue && precedes(loop, first, ties))) {
				first = loop;
				firstDue = due;
			}
		}
		return first;
	}

	private boolean precedes(VirtualEventLoop loop, VirtualEventLoop other, int ties) {
		if (this.random != null) {
			return this.random.nextInt(ties) == 0;
		}
		return loop.nextSequence() < other.nextSequence();
	}

	void remove(VirtualEventLoop loop) {
		this.loops.remove(loop);
	}

	long now() {
		return this.now;
	}

	long nextSequence() {
		return this.sequence++;
	}

}
