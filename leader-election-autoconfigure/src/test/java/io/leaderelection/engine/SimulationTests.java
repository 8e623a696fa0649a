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

package io.leaderelection.engine;

import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

/**
 * Tests for {@link ElectionEngine} by a seeded simulation: promises I1, I3, I5, I6 and I7
 * after every step, and I2 at a simulated fence, under faults of every kind. Run more
 * seeds with {@code -Dleader-election.simulation.seeds=20000}, one of them with
 * {@code -Dleader-election.simulation.seed=17}.
 */
class SimulationTests {

	private static final int SEEDS = Integer.getInteger("leader-election.simulation.seeds", 2000);

	private static final Long SEED = Long.getLong("leader-election.simulation.seed");

	@Test
	void promisesHoldUnderEveryFault() {
		try (QuietLogs quiet = new QuietLogs()) {
			LongStream seeds = (SEED != null) ? LongStream.of(SEED) : LongStream.range(0, SEEDS);
			seeds.parallel().forEach(SimulationTests::simulate);
		}
	}

	static void simulate(long seed) {
		try {
			new Simulation(seed, Rules.PROVEN, false).run();
		}
		catch (Throwable ex) {
			throw new AssertionError("Seed " + seed + " failed: " + ex.getMessage() + "\n" + trace(seed), ex);
		}
	}

	private static String trace(long seed) {
		Simulation repeated = new Simulation(seed, Rules.PROVEN, true);
		try {
			repeated.run();
			return "The failure did not repeat itself";
		}
		catch (Throwable ex) {
			return String.join("\n", repeated.trace().lines());
		}
	}

}
