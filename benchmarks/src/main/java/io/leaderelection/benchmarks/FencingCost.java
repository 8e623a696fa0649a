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
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.fencing.jdbc.FenceEnforcement;
import jakarta.persistence.EntityManagerFactory;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;

/**
 * What fencing costs on PostgreSQL: times of fenced work as ratios to the same plain
 * work. The application is one as users have it, with the starter and one thread.
 */
public final class FencingCost {

	private static final String ELECTION = "benchmark";

	private FencingCost() {
	}

	/**
	 * Run all workloads and print a table.
	 * @param args {@code --rounds=<number>}, {@code --slice=<milliseconds>},
	 * {@code --durable}
	 */
	public static void main(String[] args) throws Exception {
		Options options = Options.of(args);
		PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
		try (BenchmarkServer server = BenchmarkServer.start(options.flag("durable"));
				ConfigurableApplicationContext context = start(server)) {
			LeaderElection election = context.getBean(LeaderElections.class).get(ELECTION);
			awaitLeadership(election);
			prepare(context);
			InterleavedRun run = new InterleavedRun(election, context.getBean("jdbcTemplate", JdbcTemplate.class),
					options.number("rounds", 601), Duration.ofMillis(options.number("slice", 40)), out);
			out.printf("Java %s, %d processors, load %.1f, commits %s%n%n", Runtime.version().feature(),
					Runtime.getRuntime().availableProcessors(),
					ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
					options.flag("durable") ? "durable" : "not durable");
			out.println("| Work | Variant | Time | Ratio | of the fastest tenths | Processor time | Ratio | Target |");
			out.println("|---|---|---|---|---|---|---|---|");
			String wanted = options.text("workload", "");
			for (Workload workload : new Workloads(context).all()) {
				if (workload.name().contains(wanted)) {
					run.measure(workload);
				}
			}
		}
	}

	private static ConfigurableApplicationContext start(BenchmarkServer server) {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties(Map.of("spring.application.name", "benchmark", "spring.datasource.url", server.url(),
					"spring.datasource.hikari.maximum-pool-size", "8", "leader-election.coordinator", "memory",
					"leader-election.jdbc.initialize-schema", "always", "spring.jpa.open-in-view", "false",
					"leader-election.elections." + ELECTION + ".ttl", "60s",
					"leader-election.jdbc.unfenced-transaction-managers", "templateTransactionManager",
					"logging.level.root", "warn"))
			.run();
	}

	private static void awaitLeadership(LeaderElection election) throws InterruptedException {
		long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
		while (!election.isLeader()) {
			if (System.nanoTime() > deadline) {
				throw new IllegalStateException("Not elected: " + election.status());
			}
			TimeUnit.MILLISECONDS.sleep(20);
		}
	}

	private static void prepare(ConfigurableApplicationContext context) throws SQLException {
		JdbcTemplate jdbc = context.getBean("jdbcTemplate", JdbcTemplate.class);
		for (String table : List.of("account_plain", "account", "account_enforced", "account_jpa")) {
			jdbc.execute("CREATE TABLE " + table + " (id INT PRIMARY KEY, amount BIGINT NOT NULL DEFAULT 0,"
					+ " fence_token BIGINT NOT NULL DEFAULT 0) WITH (fillfactor = 50)");
			jdbc.update("INSERT INTO " + table + " SELECT id FROM generate_series(1, ?) AS id", Workloads.ROWS);
		}
		try (Connection connection = context.getBean(DataSource.class).getConnection()) {
			context.getBean(FenceEnforcement.class).install(connection, ELECTION, "account_enforced");
		}
	}

	/**
	 * Application that is measured.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		JdbcTransactionManager jdbcTransactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

		// Not checked at the begin, as only a fenced template writes in it.
		@Bean
		JdbcTransactionManager templateTransactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

		@Bean
		JpaTransactionManager jpaTransactionManager(EntityManagerFactory entityManagerFactory) {
			return new JpaTransactionManager(entityManagerFactory);
		}

	}

}
