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

package io.leaderelection.coordinator.etcd;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.leaderelection.ControlRequest;
import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionOutcome;
import io.leaderelection.coordinator.SessionRequest;
import io.leaderelection.coordinator.TermRecord;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Coordinators of one namespace, and calls of theirs that wait.
 */
final class EtcdFixture implements AutoCloseable {

	static final String ELECTION = "settlement";

	static final ControlRequest REQUEST = new ControlRequest("operator", "test");

	private final List<EtcdCoordinator> coordinators = new ArrayList<>();

	private final EtcdSettings settings;

	EtcdFixture(List<String> endpoints) {
		this.settings = EtcdSettings.of(endpoints, UUID.randomUUID().toString())
			.withTimes(Duration.ofSeconds(2), Duration.ofMillis(300), Duration.ofSeconds(1));
	}

	EtcdSettings settings() {
		return this.settings;
	}

	EtcdCoordinator coordinator() {
		return coordinator(this.settings);
	}

	EtcdCoordinator coordinator(EtcdSettings other) {
		EtcdCoordinator coordinator = new EtcdCoordinator(other);
		this.coordinators.add(coordinator);
		return coordinator;
	}

	static <O> O await(CompletionStage<O> stage) {
		return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
	}

	static <O> O await(CompletionStage<? super O> stage, Class<O> expected) {
		Object outcome = await(stage);
		assertThat(outcome).isInstanceOf(expected);
		return expected.cast(outcome);
	}

	static Session open(EtcdCoordinator coordinator, Duration ttl) {
		return await(coordinator.open(new SessionRequest("instance", ttl)), SessionOutcome.Opened.class).session();
	}

	static CampaignOutcome campaign(EtcdCoordinator coordinator, Session session) {
		TermRecord term = await(coordinator.read(ELECTION), ReadOutcome.Read.class).view().term();
		return await(coordinator
			.campaign(new Campaign(ELECTION, session, UUID.randomUUID().toString(), term, Instant.now(), Map.of())));
	}

	static LeaderRecord win(EtcdCoordinator coordinator, Session session) {
		CampaignOutcome outcome = campaign(coordinator, session);
		assertThat(outcome).isInstanceOf(CampaignOutcome.Won.class);
		return ((CampaignOutcome.Won) outcome).record();
	}

	@Override
	public void close() {
		this.coordinators.forEach(EtcdCoordinator::close);
	}

}
