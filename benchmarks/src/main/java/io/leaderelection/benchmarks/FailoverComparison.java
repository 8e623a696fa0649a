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
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import io.leaderelection.benchmarks.FailoverWorker.Contestant;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ScriptUtils;

/**
 * Time from the end of a leader to the next one, for this library and others on one
 * database, side by side: equal time-to-live and interval of renewal, whole processes,
 * contestants in turns. Each has two workers; the one that ends is replaced before the
 * next round.
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
		String ttl = options.text("ttl", "5s");
		int rounds = options.number("rounds", 20);
		List<Contestant> contestants = List.of(options.text("contestants", "OURS,INTEGRATION,SHEDLOCK").split(","))
			.stream()
			.map(Contestant::valueOf)
			.toList();
		PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
		Map<Contestant, Pair> pairs = new EnumMap<>(Contestant.class);
		try (BenchmarkServer server = BenchmarkServer.start(true)) {
			prepare(server);
			try {
				for (Contestant contestant : contestants) {
					Pair pair = new Pair(contestant, server.url(), ttl);
					pairs.put(contestant, pair);
					pair.start();
				}
				for (int round = 0; round < rounds; round++) {
					for (Pair pair : pairs.values()) {
						pair.measure(true);
						pair.measure(false);
					}
				}
			}
			finally {
				pairs.values().forEach(Pair::close);
			}
		}
		report(out, pairs, rounds, ttl);
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

	private static void report(PrintStream out, Map<Contestant, Pair> pairs, int rounds, String ttl) {
		out.printf("%d rounds each, time-to-live %s%n%n", rounds, ttl);
		out.println("| | after SIGKILL: median | least – greatest | after a stop: median | least – greatest |");
		out.println("|---|---|---|---|---|");
		pairs.forEach((contestant, pair) -> out.printf("| %s | %.0f ms | %.0f – %.0f | %.0f ms | %.0f – %.0f |%n",
				contestant.label, pair.killed.median(), pair.killed.quantile(0), pair.killed.quantile(1),
				pair.stopped.median(), pair.stopped.quantile(0), pair.stopped.quantile(1)));
	}

	/**
	 * Workers of one contestant.
	 */
	private static final class Pair implements AutoCloseable {

		private static final Duration PATIENCE = Duration.ofMinutes(5);

		final Medians killed = new Medians();

		final Medians stopped = new Medians();

		private final Contestant contestant;

		private final String url;

		private final String ttl;

		private final List<WorkerProcess> workers = new ArrayList<>();

		private Pair(Contestant contestant, String url, String ttl) {
			this.contestant = contestant;
			this.url = url;
			this.ttl = ttl;
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

		void measure(boolean kill) throws InterruptedException {
			WorkerProcess leader = this.workers.remove(0);
			WorkerProcess next = this.workers.get(0);
			// Long enough for the lease to be renewed at odd moments.
			TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(1000));
			long start = System.nanoTime();
			leader.end(kill);
			long led = next.awaitLeadership(PATIENCE);
			(kill ? this.killed : this.stopped).add((led - start) / 1_000_000.0);
			leader.awaitEnd(PATIENCE);
			add();
		}

		@Override
		public void close() {
			this.workers.forEach(WorkerProcess::close);
		}

	}

}
