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

package io.leaderelection.coordinator.jdbc;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

import io.leaderelection.FencingToken;
import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.RenewalOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.Subscription;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.coordinator.WatchEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a row that {@link JdbcCoordinator} cannot read, such as one that somebody
 * edited: it harms its own election only.
 */
class UnreadableElectionTests {

	private final JdbcFixture fixture = new JdbcFixture(PostgresUnderTest.shared());

	private final JdbcCoordinator coordinator = this.fixture.coordinator();

	private final Session session = JdbcFixture.open(this.coordinator, "leader");

	private final LeaderRecord intact = win("intact");

	@AfterEach
	void close() {
		this.fixture.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader_since = 'yesterday'", "leader_metadata = 'x'", "leader_instance = NULL",
			"leader_term = 0" })
	void othersAreWatchedReadAndRenewedNevertheless(String damage) {
		damage(damage);
		List<WatchEvent> events = new CopyOnWriteArrayList<>();
		try (Subscription watch = this.coordinator.watch(events::add)) {
			Awaitility.await().until(() -> events.stream().anyMatch(WatchEvent.CaughtUp.class::isInstance));
			LeaderRecord later = win("later");
			Awaitility.await().until(() -> observed(events).contains(later));
			assertThat(watch).isNotNull();
		}
		assertThat(events).noneMatch(WatchEvent.Silent.class::isInstance);
		assertThat(observed(events)).contains(this.intact).noneMatch((leader) -> leader.election().equals("damaged"));
		CompletionStage<ReadOutcome> unreadable = this.coordinator.read("damaged");
		CompletionStage<ReadOutcome> readable = this.coordinator.read("intact");
		assertThat(JdbcFixture.await(unreadable, Unknown.class).detail()).contains("election 'damaged' is unreadable");
		assertThat(JdbcFixture.await(readable, ReadOutcome.Read.class).view().leader()).isEqualTo(this.intact);
		assertThat(JdbcFixture.await(this.coordinator.renew(this.session), RenewalOutcome.Renewed.class).held())
			.contains(this.intact.token())
			.extracting(FencingToken::election)
			.contains("later");
	}

	@Test
	void nobodyIsGrantedATermOnTheGroundOfIt() {
		damage("leader_since = 'yesterday'");
		assertThat(JdbcFixture.await(this.coordinator.campaign(campaign("damaged")))).isInstanceOf(Unknown.class);
	}

	private void damage(String assignment) {
		win("damaged");
		this.fixture.sql()
			.update("UPDATE leader_election SET " + assignment + " WHERE namespace = ? AND election = 'damaged'",
					this.fixture.namespace());
	}

	private static List<LeaderRecord> observed(List<WatchEvent> events) {
		return events.stream()
			.filter(WatchEvent.Observed.class::isInstance)
			.map((event) -> ((WatchEvent.Observed) event).view().leader())
			.filter((leader) -> leader != null)
			.toList();
	}

	private LeaderRecord win(String election) {
		return JdbcFixture.await(this.coordinator.campaign(campaign(election)), CampaignOutcome.Won.class).record();
	}

	private Campaign campaign(String election) {
		Campaign prepared = JdbcFixture.prepare(this.session, TermRecord.NONE);
		return new Campaign(election, this.session, prepared.grantId(), prepared.known(), prepared.since(), Map.of());
	}

}
