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

package io.leaderelection.benchmarks;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.LeaderElection;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Run of a workload: short slices of its variants in turns, so that whatever disturbs the
 * machine disturbs all of them. What counts is the ratio of the medians over all slices.
 * On a busy machine, that of the fastest tenths tells more, and so does the processor
 * time.
 */
final class InterleavedRun {

	private static final Duration WARM_UP = Duration.ofSeconds(10);

	private final LeaderElection election;

	private final JdbcTemplate jdbc;

	private final int rounds;

	private final Duration slice;

	private final PrintStream out;

	InterleavedRun(LeaderElection election, JdbcTemplate jdbc, int rounds, Duration slice, PrintStream out) {
		this.election = election;
		this.jdbc = jdbc;
		this.rounds = rounds;
		this.slice = slice;
		this.out = out;
	}

	void measure(Workload workload) {
		List<Measured> measured = new ArrayList<>();
		for (Workload.Variant variant : workload.variants()) {
			effortOf(variant, WARM_UP);
			measured.add(new Measured(new Medians(), new Medians()));
		}
		for (int round = 0; round < this.rounds; round++) {
			for (int turn = 0; turn < measured.size(); turn++) {
				int index = (round + turn) % measured.size();
				measured.get(index).add(effortOf(workload.variants().get(index), this.slice));
			}
		}
		for (int i = 0; i < measured.size(); i++) {
			report(workload, i, measured.get(i), measured.get(0));
		}
	}

	private void report(Workload workload, int index, Measured own, Measured plain) {
		String target = (index == 1 && workload.target() > 0) ? "≤ " + workload.target() : "";
		this.out.printf("| %s | %s | %.0f µs | %.2f | %.2f | %.0f µs | %.2f | %s |%n", workload.name(),
				workload.variants().get(index).name(), own.times.median() / 1000,
				own.times.median() / plain.times.median(), own.times.quantile(0.1) / plain.times.quantile(0.1),
				own.work.median() / 1000, own.work.median() / plain.work.median(), target);
	}

	private Effort effortOf(Workload.Variant variant, Duration length) {
		AtomicReference<Effort> result = new AtomicReference<>();
		Runnable work = () -> result.set(run(variant.operation(), length));
		if (!variant.guarded()) {
			work.run();
		}
		else if (!this.election.runIfLeader(work)) {
			throw new IllegalStateException("The leadership was lost: " + this.election.status());
		}
		return Objects.requireNonNull(result.get());
	}

	private Effort run(Runnable operation, Duration length) {
		Effort start = Effort.now(this.jdbc);
		long end = System.nanoTime() + length.toNanos();
		int count = 0;
		do {
			operation.run();
			count++;
		}
		while (System.nanoTime() < end);
		return Effort.now(this.jdbc).since(start, count);
	}

	/**
	 * What was measured of one variant.
	 *
	 * @param times the times
	 * @param work the processor times
	 */
	private record Measured(Medians times, Medians work) {

		void add(Effort effort) {
			this.times.add(effort.elapsed());
			this.work.add(effort.processor());
		}

	}

}
