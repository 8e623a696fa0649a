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

import java.util.Optional;
import java.util.stream.LongStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the simulation itself: it notices each {@link PlantedFault}.
 */
class PlantedFaultTests {

	private static final int SEEDS = 600;

	@ParameterizedTest
	@EnumSource
	void simulationNoticesFault(PlantedFault fault) {
		try (QuietLogs quiet = new QuietLogs()) {
			Optional<BrokenPromise> noticed = LongStream.range(0, SEEDS)
				.parallel()
				.mapToObj((seed) -> simulate(seed, fault.rules()))
				.flatMap(Optional::stream)
				.filter((broken) -> broken.getMessage().matches(fault.promise()))
				.findAny();
			assertThat(noticed).as("%s within %d seeds", fault, SEEDS).isPresent();
		}
	}

	private static Optional<BrokenPromise> simulate(long seed, Rules rules) {
		try {
			new Simulation(seed, rules, false).run();
			return Optional.empty();
		}
		catch (BrokenPromise ex) {
			return Optional.of(ex);
		}
	}

}
