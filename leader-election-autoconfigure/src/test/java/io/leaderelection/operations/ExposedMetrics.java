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

package io.leaderelection.operations;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

import javax.sql.DataSource;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.ElectionEngineAutoConfiguration;
import io.leaderelection.autoconfigure.ElectionMetricsAutoConfiguration;
import io.leaderelection.autoconfigure.ElectionObservationAutoConfiguration;
import io.leaderelection.autoconfigure.GateAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.memory.MemoryCoordinatorAutoConfiguration;
import io.leaderelection.fencing.jdbc.FencedDatabase;
import io.leaderelection.fencing.jdbc.MicrometerFenceMeters;
import io.leaderelection.fencing.jdbc.MultixactMeters;
import io.leaderelection.runs.MicrometerRunMeters;
import io.leaderelection.runs.RunMeters.Attempt;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.awaitility.Awaitility.await;

/**
 * Metrics that an application exposes to Prometheus: what it hands out, read back.
 */
final class ExposedMetrics {

	private static final String ELECTION = "settlement";

	private static final String DATABASE = "dataSource";

	private static final Pattern SAMPLE = Pattern.compile("(?m)^(\\w+)(?:\\{(.*)})? \\S+$");

	private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

	private ExposedMetrics() {
	}

	/**
	 * Run an application that leads, and read its metrics.
	 * @param postgres a database of PostgreSQL
	 * @return the labels, with their values, by name of the metric
	 */
	static Map<String, Map<String, Set<String>>> read(DataSource postgres) {
		Map<String, Map<String, Set<String>>> metrics = new TreeMap<>();
		new ApplicationContextRunner()
			.withPropertyValues("spring.application.name=payments", "leader-election.coordinator=memory",
					"leader-election.ttl=2s")
			.withConfiguration(AutoConfigurations.of(ElectionEngineAutoConfiguration.class, GateAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class, MemoryCoordinatorAutoConfiguration.class,
					ElectionMetricsAutoConfiguration.class, ElectionObservationAutoConfiguration.class,
					MetricsAutoConfiguration.class, CompositeMeterRegistryAutoConfiguration.class,
					PrometheusMetricsExportAutoConfiguration.class))
			.withBean(ObservationRegistry.class, ObservationRegistry::create)
			.run((context) -> {
				PrometheusMeterRegistry registry = context.getBean(PrometheusMeterRegistry.class);
				context.getBean(ObservationRegistry.class)
					.observationConfig()
					.observationHandler(new DefaultMeterObservationHandler(registry));
				LeaderElection election = context.getBean(LeaderElections.class).get(ELECTION);
				await().until(election::isLeader);
				election.runIfLeader(() -> {
				});
				await().until(() -> registry.find("leader.election.campaign").timer() != null);
				multixact(registry, postgres);
				fence(registry);
				runs(registry);
				SAMPLE.matcher(registry.scrape())
					.results()
					.forEach((sample) -> addLabels(metrics.computeIfAbsent(sample.group(1), (name) -> new TreeMap<>()),
							sample.group(2)));
			});
		return metrics;
	}

	private static void fence(MeterRegistry registry) {
		MicrometerFenceMeters meters = new MicrometerFenceMeters(registry);
		meters.register(ELECTION, DATABASE);
		meters.sealed(ELECTION, DATABASE, Duration.ofMillis(10));
		meters.writeFenced(ELECTION, DATABASE);
		meters.intentNeeded(ELECTION, DATABASE);
		meters.sessionTerminated(ELECTION, DATABASE);
		meters.sessionNotTerminated(ELECTION, DATABASE);
	}

	private static void multixact(MeterRegistry registry, DataSource postgres) {
		try (MultixactMeters meters = new MultixactMeters(List.of(new FencedDatabase(DATABASE, postgres)),
				Duration.ofMinutes(1), System::nanoTime)) {
			meters.bindTo(registry);
			await().until(() -> registry.find("leader.election.fence.multixact.limit").gauge() != null);
		}
	}

	private static void runs(MeterRegistry registry) {
		MicrometerRunMeters meters = new MicrometerRunMeters(registry);
		meters.began(ELECTION, Attempt.FIRST);
		meters.failed(ELECTION);
		meters.duplicate(ELECTION);
		meters.finished(ELECTION, Duration.ofSeconds(1));
	}

	private static void addLabels(Map<String, Set<String>> labels, String text) {
		if (text != null) {
			LABEL.matcher(text)
				.results()
				.forEach((label) -> labels.computeIfAbsent(label.group(1), (name) -> new TreeSet<>())
					.add(label.group(2)));
		}
	}

}
