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

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.leaderelection.benchmarks.FailoverWorker.Contestant;

import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ScriptUtils;

/**
 * Time from the end of a leader to the next one, for this library and others on one
 * database, side by side: equal time-to-live and interval of renewal, whole processes,
 * contestants in turns, the order of which rotates. Each has two workers; the one that
 * ends is replaced before the next round.
 * <p>
 * After a kill everybody waits for the lease, so that the moment of the last renewal
 * decides. It is therefore not left to chance: round by round, all leaders end at the
 * same parts of the interval between two renewals, which are spread over it evenly.
 */
public final class FailoverComparison {

	private FailoverComparison() {
	}

	/**
	 * Run all rounds and print a table.
	 * @param args {@code --rounds=<number>}, {@code --ttl=<duration>},
	 * {@code --contestants=<names>}
	 */
	public static void main(String[] args) throws Exception {
		Options options = Options.of(args);
		String ttl = options.text("ttl", "3s");
		int rounds = options.number("rounds", 20);
		List<Contestant> contestants = List.of(options.text("contestants", "OURS,INTEGRATION,SHEDLOCK").split(","))
			.stream()
			.map(Contestant::valueOf)
			.toList();
		PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
		List<Pair> pairs = new ArrayList<>();
		double load = load();
		try (BenchmarkServer server = BenchmarkServer.start(true)) {
			prepare(server);
			try {
				for (Contestant contestant : contestants) {
					Pair pair = new Pair(contestant, server.url(), ttl);
					pairs.add(pair);
					pair.start();
				}
				List<Pair> order = new ArrayList<>(pairs);
				for (int round = 0; round < rounds; round++) {
					double phase = (round + 0.5) / rounds;
					for (Pair pair : order) {
						pair.kill(phase);
						pair.stop(phase);
					}
					Collections.rotate(order, -1);
				}
			}
			finally {
				pairs.forEach(Pair::close);
			}
		}
		out.printf("%d rounds each, time-to-live %s, load %.1f before and %.1f after%n%n", rounds, ttl, load, load());
		report(out, pairs);
	}

	private static double load() {
		return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
	}

	private static void prepare(BenchmarkServer server) throws SQLException {
		try (Connection connection = DriverManager.getConnection(server.url())) {
			ScriptUtils.executeSqlScript(connection,
					new ClassPathResource("org/springframework/integration/jdbc/schema-postgresql.sql"));
			connection.createStatement()
				.execute("CREATE TABLE shedlock (name VARCHAR(64) PRIMARY KEY, lock_until TIMESTAMP NOT NULL,"
						+ " locked_at TIMESTAMP NOT NULL, locked_by VARCHAR(255) NOT NULL)");
		}
	}

	private static void report(PrintStream out, List<Pair> pairs) {
		out.println("| | after SIGKILL: median | least – greatest | of it past the lease: median | least – greatest"
				+ " | after a stop: median | least – greatest |");
		out.println("|---|---|---|---|---|---|---|");
		pairs.forEach((pair) -> out.printf("| %s | %s | %s | %s |%n", pair.contestant.label, cells(pair.killed),
				cells(pair.past), cells(pair.stopped)));
	}

	private static String cells(Medians values) {
		return "%.0f ms | %.0f – %.0f".formatted(values.median(), values.quantile(0), values.quantile(1));
	}

	/**
	 * Workers of one contestant.
	 */
	private static final class Pair implements AutoCloseable {

		private static final Duration PATIENCE = Duration.ofMinutes(1);

		// Long enough for a worker that has just started to come to rest.
		private static final Duration SETTLING = Duration.ofSeconds(1);

		final Medians killed = new Medians();

		final Medians past = new Medians();

		final Medians stopped = new Medians();

		final Contestant contestant;

		private final String url;

		private final String ttl;

		private final LeaseWatch lease;

		private final List<WorkerProcess> workers = new ArrayList<>();

		private Pair(Contestant contestant, String url, String ttl) throws SQLException {
			this.contestant = contestant;
			this.url = url;
			this.ttl = ttl;
			this.lease = new LeaseWatch(url, contestant, DurationStyle.detectAndParse(ttl));
		}

		void start() throws InterruptedException {
			add().awaitLeadership(PATIENCE);
			add();
		}

		private WorkerProcess add() throws InterruptedException {
			WorkerProcess worker = WorkerProcess.start(this.contestant, this.url, this.ttl);
			this.workers.add(worker);
			worker.awaitReady(PATIENCE);
			return worker;
		}

		void kill(double phase) throws InterruptedException, SQLException {
			WorkerProcess leader = settled(phase);
			long begin = System.nanoTime();
			leader.end(true);
			long lease = this.lease.end();
			long led = succeed(leader);
			this.killed.add(millis(led - begin));
			this.past.add(millis(led - lease));
		}

		void stop(double phase) throws InterruptedException, SQLException {
			WorkerProcess leader = settled(phase);
			long begin = System.nanoTime();
			leader.end(false);
			this.stopped.add(millis(succeed(leader) - begin));
		}

		private WorkerProcess settled(double phase) throws InterruptedException, SQLException {
			TimeUnit.MILLISECONDS.sleep(SETTLING.toMillis());
			this.lease.awaitPhase(phase);
			return this.workers.remove(0);
		}

		private long succeed(WorkerProcess leader) throws InterruptedException {
			long led = this.workers.get(0).awaitLeadership(PATIENCE);
			leader.awaitEnd(PATIENCE);
			add();
			return led;
		}

		private static double millis(long nanos) {
			return nanos / 1_000_000.0;
		}

		@Override
		public void close() {
			this.workers.forEach(WorkerProcess::close);
			try {
				this.lease.close();
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

}
