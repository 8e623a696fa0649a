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

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionGone;
import io.leaderelection.coordinator.TermRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for calls of {@link JdbcCoordinator} that wait for its connection and are made
 * together: each has the outcome that it would have by itself.
 */
class GatheredCallsTests {

	private final JdbcFixture fixture = new JdbcFixture(PostgresUnderTest.shared());

	private final StatementCounter statements = new StatementCounter();

	private final JdbcCoordinator coordinator = this.fixture.coordinator(this.statements.of(this.fixture.dataSource()));

	private final Session session = JdbcFixture.open(this.coordinator, "leader");

	@BeforeEach
	void enlist() {
		JdbcFixture.await(this.coordinator.enlist(this.session, "first", Map.of()), Done.class);
		this.statements.reset();
	}

	@AfterEach
	void close() {
		this.fixture.close();
	}

	@Test
	void changesThatWaitCostOneScriptAndReadsOneQuery() throws SQLException {
		List<CompletionStage<CampaignOutcome>> campaigns = new ArrayList<>();
		List<CompletionStage<ReadOutcome>> reads = new ArrayList<>();
		whileTheConnectionIsBusy(() -> IntStream.range(0, 10).forEach((i) -> {
			campaigns.add(this.coordinator.campaign(campaign("shard/" + i, this.session)));
			reads.add(this.coordinator.read("shard/" + i));
		}));
		for (int i = 0; i < 10; i++) {
			CampaignOutcome.Won won = JdbcFixture.await(campaigns.get(i), CampaignOutcome.Won.class);
			assertThat(won.record().election()).isEqualTo("shard/" + i);
			assertThat(won.record().term()).isEqualTo(1);
			ElectionView view = JdbcFixture.await(reads.get(i), ReadOutcome.Read.class).view();
			assertThat(view.leader()).isEqualTo(won.record());
		}
		assertThat(this.statements.count((sql) -> sql.contains("INSERT INTO leader_history"))).isEqualTo(1);
		assertThat(this.statements.count((sql) -> sql.contains("e.election IN ("))).isEqualTo(1);
	}

	@Test
	void campaignsAreJudgedOneByOne() throws SQLException {
		Session other = JdbcFixture.open(this.coordinator, "other");
		Session gone = JdbcFixture.open(this.coordinator, "gone");
		this.fixture.expire(gone);
		List<CompletionStage<CampaignOutcome>> campaigns = new ArrayList<>();
		whileTheConnectionIsBusy(() -> {
			campaigns.add(this.coordinator.campaign(campaign("a", this.session)));
			campaigns.add(this.coordinator.campaign(campaign("a", other)));
			campaigns.add(this.coordinator.campaign(campaign("b", gone)));
			campaigns.add(this.coordinator.campaign(campaign("b", other)));
		});
		CampaignOutcome.Won won = JdbcFixture.await(campaigns.get(0), CampaignOutcome.Won.class);
		assertThat(JdbcFixture.await(campaigns.get(1), CampaignOutcome.Lost.class).leader()).isEqualTo(won.record());
		JdbcFixture.await(campaigns.get(2), SessionGone.class);
		JdbcFixture.await(campaigns.get(3), CampaignOutcome.Won.class);
	}

	@Test
	void changeThatTheDatabaseRefusesHarmsNoOther() throws SQLException {
		List<CompletionStage<ChangeOutcome>> changes = new ArrayList<>();
		whileTheConnectionIsBusy(() -> {
			changes.add(this.coordinator.enlist(this.session, "a", Map.of()));
			changes.add(this.coordinator.enlist(this.session, "b", Map.of("zone", "\u0000")));
			changes.add(this.coordinator.enlist(this.session, "c", Map.of()));
		});
		JdbcFixture.await(changes.get(0), Done.class);
		assertThat(JdbcFixture.await(changes.get(1), Refused.class).kind()).isEqualTo(Refused.Kind.INVALID);
		JdbcFixture.await(changes.get(2), Done.class);
	}

	/**
	 * Let something be asked for while a call waits for a lock.
	 */
	private void whileTheConnectionIsBusy(Runnable questions) throws SQLException {
		try (Connection blocker = this.fixture.foreignTransaction(); Statement statement = blocker.createStatement()) {
			statement.execute(
					"SELECT * FROM leader_namespace WHERE namespace = '" + this.fixture.namespace() + "' FOR UPDATE");
			CompletionStage<ChangeOutcome> first = this.coordinator.delist(this.session, "first");
			Awaitility.await()
				.until(() -> this.fixture.sql()
					.queryForObject("SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
							Integer.class) > 0);
			questions.run();
			blocker.commit();
			JdbcFixture.await(first, Done.class);
		}
	}

	private static Campaign campaign(String election, Session session) {
		Campaign prepared = JdbcFixture.prepare(session, TermRecord.NONE);
		return new Campaign(election, session, prepared.grantId(), prepared.known(), prepared.since(), Map.of());
	}

}
