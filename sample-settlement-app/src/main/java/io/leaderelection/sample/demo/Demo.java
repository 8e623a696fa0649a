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

package io.leaderelection.sample.demo;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.sample.payment.LoadGenerator;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Entry point of the demo, called by the script of that name, which provides the servers.
 */
public final class Demo {

	private static final List<String> WORKERS = List.of("worker-1", "worker-2", "worker-3");

	private static final int MERCHANTS = 20;

	private static final int CONNECTIONS = 2;

	private static final Duration LAST_SETTLEMENTS = Duration.ofSeconds(30);

	private static final int FAILED = 1;

	private static final int INTERRUPTED = 130;

	private final DemoOptions options;

	private final Map<String, String> environment;

	private final Console console;

	private final Leash leash;

	private Demo(DemoOptions options, Map<String, String> environment) {
		this.options = options;
		this.environment = environment;
		this.console = new Console(System.out);
		this.leash = new Leash(System.in);
	}

	/**
	 * Runs the demo until the standard input ends or, with {@code --failover}, until the
	 * drill is over.
	 * @param args the command line arguments
	 */
	public static void main(String[] args) {
		System.exit(new Demo(DemoOptions.parse(List.of(args)), System.getenv()).run());
	}

	private int run() {
		Database schema = new Database(required("DATABASE_URL")).createSchema();
		try {
			schema.migrate();
			try (HikariDataSource pool = schema.pool(CONNECTIONS)) {
				return run(schema, new JdbcTemplate(pool));
			}
		}
		finally {
			schema.dropSchema();
		}
	}

	private int run(Database schema, JdbcTemplate jdbc) {
		Timeline timeline = new Timeline(this.leash);
		Refusals refusals = new Refusals(timeline);
		Path runDirectory = Path.of(required("RUN_DIR"));
		WorkerCommand command = new WorkerCommand(Path.of(required("SAMPLE_JAR")), schema, coordinator(),
				"demo-" + UUID.randomUUID(), this.options.fenced());
		Cluster cluster = new Cluster(command, runDirectory, timeline, this.console);
		ProgressReport progress = new ProgressReport(jdbc, this.console);
		PaymentFeed feed = new PaymentFeed(cluster, new LoadGenerator(new Random(), MERCHANTS, Clock.systemUTC()),
				this.options.rate());
		List<Measurement> measurements = List.of();
		try {
			WORKERS.forEach(cluster::start);
			progress.start();
			feed.start();
			if (this.options.failover()) {
				measurements = new FailoverDrill(cluster, timeline, new DrillRecord(jdbc), this.options.fenced(),
						this.leash, this.console)
					.run();
			}
			else {
				new Vigil(cluster, this.leash, this.console).keep();
			}
		}
		catch (RunEndedException ex) {
			this.console.say("-- Ending");
			if (this.options.failover()) {
				return INTERRUPTED;
			}
		}
		catch (DrillFailedException ex) {
			this.console.say("The drill failed: %s", ex.getMessage());
			this.console.print(new LogExcerpt(runDirectory).toString());
			return FAILED;
		}
		finally {
			end(cluster, feed, jdbc);
			progress.stop();
		}
		return conclude(new ResultTable(measurements, Verdict.read(jdbc, this.options.fenced(), refusals),
				this.options.failover()));
	}

	private Coordinator coordinator() {
		return this.options.etcd() ? Coordinator.etcd(required("ETCD_ENDPOINTS")) : Coordinator.DATABASE;
	}

	// The leader settles what is left before everything stops.
	private void end(Cluster cluster, PaymentFeed feed, JdbcTemplate jdbc) {
		feed.stop();
		long deadline = System.nanoTime() + LAST_SETTLEMENTS.toNanos();
		while (cluster.isLed() && isBusy(jdbc) && System.nanoTime() - deadline < 0) {
			LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
		}
		cluster.stop().forEach((worker) -> this.console.say("%s did not end and was killed", worker));
	}

	private static boolean isBusy(JdbcTemplate jdbc) {
		return Figures.pending(jdbc) > 0 || DrillRecord.unfinishedRuns(jdbc) > 0;
	}

	private int conclude(ResultTable table) {
		this.console.print("");
		this.console.print(table.toString());
		if (this.options.fenced()) {
			this.console.print(table.isPassed() ? "Passed." : "FAILED.");
		}
		else {
			this.console.print(table.isPassed() ? "The control run FAILED to show what the fence prevents."
					: "Without the fence the checker caught what the fence prevents, as it must.");
		}
		if (table.isSlow()) {
			this.console.print(
					"A time missed its goal, as it may on a busy machine. That breaks no promise and is no failure.");
		}
		return table.isPassed() ? 0 : FAILED;
	}

	private String required(String variable) {
		String value = this.environment.get(variable);
		if (value == null || value.isBlank()) {
			throw new IllegalStateException(variable + " is not set; start the demo with the script ./demo");
		}
		return value;
	}

}
