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

package io.leaderelection.autoconfigure.etcd;

import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.ElectionEngineAutoConfiguration;
import io.leaderelection.autoconfigure.GateAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.StartUpFailure;
import io.leaderelection.autoconfigure.memory.MemoryCoordinatorAutoConfiguration;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.etcd.EtcdCoordinator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link EtcdCoordinatorAutoConfiguration} that need no etcd.
 */
class EtcdCoordinatorAutoConfigurationTests {

	private static final String ENDPOINTS = "leader-election.etcd.endpoints=http://127.0.0.1:2379";

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withPropertyValues("spring.application.name=payments")
		.withConfiguration(
				AutoConfigurations.of(EtcdCoordinatorAutoConfiguration.class, LeaderElectionAutoConfiguration.class,
						MemoryCoordinatorAutoConfiguration.class, SslAutoConfiguration.class));

	@Test
	void etcdIsTheCoordinatorIfItsEndpointsAreKnown() {
		this.contextRunner.withPropertyValues("leader-election.etcd.endpoints=http://a:2379,http://b:2379")
			.run((context) -> {
				assertThat(context).hasSingleBean(EtcdCoordinator.class);
				assertThat(context.getBean(Coordinator.class).status().endpoints()).containsExactly("http://a:2379",
						"http://b:2379");
			});
	}

	@Test
	void etcdIsTheCoordinatorIfThereAreConnectionDetails() {
		this.contextRunner.withBean(EtcdConnectionDetails.class, () -> () -> List.of("http://container:31234"))
			.run((context) -> assertThat(context.getBean(EtcdCoordinator.class).status().endpoints())
				.containsExactly("http://container:31234"));
	}

	@Test
	void connectionDetailsWinOverProperties() {
		this.contextRunner.withPropertyValues(ENDPOINTS)
			.withBean(EtcdConnectionDetails.class, () -> () -> List.of("http://container:31234"))
			.run((context) -> assertThat(context.getBean(EtcdCoordinator.class).status().endpoints())
				.containsExactly("http://container:31234"));
	}

	@Test
	void explicitChoiceWinsOverEndpoints() {
		this.contextRunner.withPropertyValues(ENDPOINTS, "leader-election.coordinator=memory")
			.run((context) -> assertThat(context).doesNotHaveBean(EtcdCoordinator.class)
				.hasSingleBean(Coordinator.class));
	}

	@Test
	void usersCoordinatorWins() {
		this.contextRunner.withPropertyValues(ENDPOINTS)
			.withBean(Coordinator.class, () -> mock(Coordinator.class))
			.run((context) -> assertThat(context).doesNotHaveBean(EtcdCoordinator.class));
	}

	@Test
	void disabledElectionsNeedNoCoordinator() {
		this.contextRunner.withPropertyValues(ENDPOINTS, "leader-election.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(Coordinator.class));
	}

	@Test
	void chosenEtcdWithoutEndpointsStopsTheStart() {
		this.contextRunner.withPropertyValues("leader-election.coordinator=etcd").run((context) -> {
			FailureAnalysis analysis = analyze(context);
			assertThat(analysis.getDescription()).contains("not known where it is");
			assertThat(analysis.getAction()).isEqualTo("Set 'leader-election.etcd.endpoints'.");
		});
	}

	@ParameterizedTest
	@CsvSource({ "leader-election.ttl, 1500ms, leader-election.ttl",
			"leader-election.elections.settlement.ttl, 1s, leader-election.elections.settlement.ttl",
			"leader-election.elections[settlement/*].ttl, 1s, leader-election.elections[settlement/*].ttl" })
	void timeToLiveUnderTheServersMinimumStopsTheStart(String property, String value, String culprit) {
		this.contextRunner.withPropertyValues(ENDPOINTS, property + "=" + value).run((context) -> {
			FailureAnalysis analysis = analyze(context);
			assertThat(analysis.getDescription()).startsWith("'" + culprit + "' is 1").contains("at least 2s");
		});
	}

	@ParameterizedTest
	@CsvSource({ "leader-election.etcd.endpoints, ftp://a:2379, endpoints",
			"leader-election.etcd.endpoints, 'http://a:2379,https://b:2379', endpoints",
			"leader-election.etcd.user, root, password", "leader-election.etcd.call-timeout, 0s, call-timeout",
			"leader-election.etcd.prefix, '', prefix" })
	void badSettingStopsTheStart(String property, String value, String name) {
		this.contextRunner.withPropertyValues(ENDPOINTS, property + "=" + value)
			.run((context) -> assertThat(analyze(context).getDescription()).contains("leader-election.etcd")
				.contains(name));
	}

	@Test
	void callTimeoutThatOutlastsALeaseStopsTheStart() {
		this.contextRunner
			.withPropertyValues(ENDPOINTS, "leader-election.etcd.call-timeout=5s", "leader-election.ttl=5s")
			.run((context) -> assertThat(analyze(context).getDescription()).startsWith(
					"'leader-election.etcd.call-timeout' is 5s, but the time-to-live 'leader-election.ttl' is 5s"));
	}

	@Test
	void unknownSslBundleStopsTheStart() {
		this.contextRunner
			.withPropertyValues("leader-election.etcd.endpoints=https://a:2379",
					"leader-election.etcd.ssl.bundle=missing")
			.run((context) -> assertThat(analyze(context).getDescription()).contains("missing"));
	}

	@Test
	void sslBundleReachesTheConnection() {
		this.contextRunner.withPropertyValues("leader-election.etcd.endpoints=https://a:2379",
				"leader-election.etcd.ssl.bundle=etcd",
				"spring.ssl.bundle.pem.etcd.truststore.certificate=classpath:io/leaderelection/autoconfigure/etcd/ca.pem")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(EtcdConnectionDetails.class).getSslBundle()).isNotNull();
			});
	}

	/** Lesson 21. */
	@Test
	void unreachableEtcdIsNoReasonNotToStart() throws IOException {
		int closed;
		try (ServerSocket socket = new ServerSocket(0)) {
			closed = socket.getLocalPort();
		}
		this.contextRunner.withPropertyValues("leader-election.etcd.endpoints=http://127.0.0.1:" + closed)
			.withConfiguration(
					AutoConfigurations.of(ElectionEngineAutoConfiguration.class, GateAutoConfiguration.class))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				LeaderElection election = context.getBean(LeaderElections.class).get("settlement");
				assertThat(election.isLeader()).isFalse();
				assertThat(election.runIfLeader(() -> {
					throw new AssertionError("must not run");
				})).isFalse();
				Awaitility.await()
					.atMost(Duration.ofSeconds(20))
					.until(() -> context.getBean(Coordinator.class).status().lastError() != null);
			});
	}

	private static FailureAnalysis analyze(AssertableApplicationContext context) {
		FailureAnalysis analysis = StartUpFailure.analyze(context.getStartupFailure());
		assertThat(analysis).isNotNull();
		return analysis;
	}

}
