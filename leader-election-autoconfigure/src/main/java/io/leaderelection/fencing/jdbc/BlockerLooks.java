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
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Rounds in which the sealers of one process look who blocks whom in a database. InnoDB's
 * view of transactions stands still for as long as it is read more often than each 100
 * ms, by whomever; so all who want to look do so at once, and nobody before that view is
 * fresh again. The pause varies, and grows while looks are in vain, so that several
 * processes do not keep the view from one another.
 */
final class BlockerLooks {

	/**
	 * Shortest time without a look.
	 */
	static final Duration PAUSE = Duration.ofMillis(150);

	/**
	 * Time from the beginning of a round within which one may still take part.
	 */
	static final Duration ROUND = Duration.ofMillis(20);

	private static final long STEP_NANOS = Duration.ofMillis(100).toNanos();

	private static final int MOST_STEPS = 5;

	private static final long SOON_NANOS = Duration.ofMillis(10).toNanos();

	private final LongSupplier clock;

	private final RandomGenerator random;

	private int looking;

	private int inVain;

	private boolean begun;

	private long opened;

	private long lastLook;

	private long pause;

	/**
	 * Create the rounds.
	 * @param clock the clock, as {@link System#nanoTime()}
	 * @param random what varies the pause
	 */
	BlockerLooks(LongSupplier clock, RandomGenerator random) {
		this.clock = clock;
		this.random = random;
	}

	/**
	 * Begin a look, if it is time. Whoever has begun one must {@link #end} it.
	 * @return zero if the look has begun, else the time to wait before asking again
	 */
	synchronized Duration begin() {
		long now = this.clock.getAsLong();
		boolean inRound = this.begun && now - this.opened <= ROUND.toNanos();
		if (!inRound && this.looking > 0) {
			return Duration.ofNanos(SOON_NANOS);
		}
		if (!inRound && this.begun && now - this.lastLook < this.pause) {
			return Duration.ofNanos(this.pause - (now - this.lastLook));
		}
		if (!inRound) {
			this.begun = true;
			this.opened = now;
		}
		this.looking++;
		return Duration.ZERO;
	}

	/**
	 * End a look.
	 * @param found whether it found anybody who blocks
	 */
	synchronized void end(boolean found) {
		this.looking--;
		this.lastLook = this.clock.getAsLong();
		this.inVain = found ? 0 : Math.min(this.inVain + 1, MOST_STEPS - 1);
		this.pause = PAUSE.toNanos() + this.random.nextLong((this.inVain + 1) * STEP_NANOS);
	}

}
