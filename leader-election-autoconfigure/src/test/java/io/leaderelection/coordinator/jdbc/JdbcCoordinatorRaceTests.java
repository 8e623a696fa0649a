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
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import io.leaderelection.ControlRequest;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.ControlOutcome;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.coordinator.HistoryOutcome;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.coordinator.RenewalOutcome;
import io.leaderelection.coordinator.Restored;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionGone;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.coordinator.Unknown;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JdbcCoordinator} on PostgreSQL when others do something at the same
 * moment.
 */
class JdbcCoordinatorRaceTests {

	private final JdbcFixture fixture = new JdbcFixture(PostgresUnderTest.shared());

	private final Coordinator coordinator = this.fixture.coordinator();

	private final Coordinator other = this.fixture.coordinator();

	@AfterEach
	void close() {
		this.fixture.close();
	}

	/**
	 * A renewal that began before the expiry and commits after a campaign has begun: the
	 * campaign waits for it and finds the session alive.
	 */
	@Test
	void campaignWaitsForARenewalThatIsBeingCommitted() throws SQLException {
		Session session = JdbcFixture.open(this.coordinator, "leader");
		LeaderRecord leader = JdbcFixture.win(this.coordinator, session);
		Session rival = JdbcFixture.open(this.other, "rival");
		TermRecord term = JdbcFixture.read(this.other).term();
		this.fixture.expire(session);
		try (Connection renewal = this.fixture.foreignTransaction()) {
			update(renewal, "UPDATE leader_session SET expires_at = 9000000000000000 WHERE session_id = ?",
					session.id());
			CompletionStage<CampaignOutcome> campaign = this.other.campaign(JdbcFixture.prepare(rival, term));
			awaitBlocked();
			renewal.commit();
			assertThat(JdbcFixture.await(campaign)).isEqualTo(new CampaignOutcome.Lost(leader, term));
		}
		JdbcFixture.await(this.coordinator.renew(session), RenewalOutcome.Renewed.class);
	}

	/**
	 * The other way round: a renewal that comes while the session is being ended finds it
	 * gone, and never brings it back.
	 */
	@Test
	void renewalWaitsForTheEndOfItsSessionAndFindsItGone() throws SQLException {
		Session session = JdbcFixture.open(this.coordinator, "leader");
		JdbcFixture.win(this.coordinator, session);
		try (Connection end = this.fixture.foreignTransaction()) {
			update(end, "UPDATE leader_session SET ended = TRUE WHERE session_id = ?", session.id());
			CompletionStage<RenewalOutcome> renewal = this.coordinator.renew(session);
			awaitBlocked();
			update(end, "DELETE FROM leader_session WHERE session_id = ?", session.id());
			end.commit();
			JdbcFixture.await(renewal, SessionGone.class);
		}
	}

	@Test
	void renewalThatComesAfterTheExpiryIsTooLateThoughNobodySweptYet() {
		Session session = JdbcFixture.open(this.coordinator, "leader");
		this.fixture.expire(session);
		JdbcFixture.await(this.coordinator.renew(session), SessionGone.class);
		JdbcFixture.await(this.coordinator.renew(session), SessionGone.class);
	}

	/**
	 * Lesson 9: somebody's forgotten transaction holds a row.
	 */
	@Test
	void lockHeldBySomebodyElseMakesACallUnknownAndLeavesNothingOpen() throws SQLException {
		Session session = JdbcFixture.open(this.coordinator, "leader");
		JdbcFixture.win(this.coordinator, session);
		Session rival = JdbcFixture.open(this.other, "rival");
		TermRecord term = JdbcFixture.read(this.other).term();
		Campaign campaign = JdbcFixture.prepare(rival, term);
		this.fixture.expire(session);
		try (Connection forgotten = this.fixture.foreignTransaction()) {
			update(forgotten, "UPDATE leader_session SET instance = instance WHERE session_id = ?", session.id());
			JdbcFixture.await(this.other.campaign(campaign), Unknown.class);
			assertThat(JdbcFixture.await(this.other.pause("another", JdbcFixture.REQUEST)))
				.as("an order does not wait for sessions")
				.isInstanceOf(ControlOutcome.Burned.class);
			assertThat(JdbcFixture.read(this.other).leader()).as("a read tells what is stored").isNotNull();
			assertThat(openTransactions()).isEmpty();
		}
		assertThat(JdbcFixture.await(this.other.campaign(campaign))).isInstanceOf(CampaignOutcome.Won.class);
	}

	/**
	 * Promise I1: a wait for a standby that is cancelled ends in a commit all the same,
	 * which a fail-over takes back.
	 */
	@Test
	void grantThatNoStandbyHasConfirmedIsUnknown() {
		Session session = JdbcFixture.open(this.coordinator, "leader");
		TermRecord term = JdbcFixture.read(this.coordinator).term();
		this.fixture.sql().execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
		try {
			reloadSettings("nobody");
			CompletionStage<CampaignOutcome> campaign = this.coordinator.campaign(JdbcFixture.prepare(session, term));
			cancelWaitForStandby();
			JdbcFixture.await(campaign, Unknown.class);
			CompletionStage<RenewalOutcome> renewal = this.coordinator.renew(session);
			cancelWaitForStandby();
			JdbcFixture.await(renewal, Unknown.class);
		}
		finally {
			this.fixture.sql().execute("ALTER SYSTEM RESET synchronous_standby_names");
			reloadSettings("");
		}
	}

	private void cancelWaitForStandby() {
		Awaitility.await()
			.until(() -> !this.fixture.sql()
				.queryForList("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
				.isEmpty());
	}

	private void reloadSettings(String expected) {
		this.fixture.sql().execute("SELECT pg_reload_conf()");
		Awaitility.await()
			.until(() -> expected
				.equals(this.fixture.sql().queryForObject("SHOW synchronous_standby_names", String.class)));
	}

	/**
	 * Lesson 18: nothing delays a renewal.
	 */
	@Test
	void campaignThatWaitsDoesNotDelayARenewal() throws SQLException {
		Session session = JdbcFixture.open(this.coordinator, "leader");
		TermRecord term = JdbcFixture.read(this.coordinator).term();
		try (Connection holder = this.fixture.foreignTransaction()) {
			update(holder, "UPDATE leader_namespace SET revision = revision WHERE namespace = ?",
					this.fixture.namespace());
			CompletionStage<CampaignOutcome> campaign = this.coordinator.campaign(JdbcFixture.prepare(session, term));
			awaitBlocked();
			JdbcFixture.await(this.coordinator.renew(session), RenewalOutcome.Renewed.class);
			assertThat(campaign.toCompletableFuture()).isNotDone();
			holder.commit();
			assertThat(JdbcFixture.await(campaign)).isInstanceOf(CampaignOutcome.Won.class);
		}
	}

	/**
	 * Promise I1: a change that was sent before a restore is not made after it.
	 */
	@Test
	void campaignOnARestoredDatabaseIsNotApplied() {
		Session session = JdbcFixture.open(this.coordinator, "leader");
		TermRecord term = JdbcFixture.read(this.coordinator).term();
		JdbcFixture.await(this.coordinator.pause("another", JdbcFixture.REQUEST), ControlOutcome.Burned.class);
		this.fixture.sql()
			.update("UPDATE leader_namespace SET revision = revision - 1 WHERE namespace = ?",
					this.fixture.namespace());
		JdbcFixture.await(this.coordinator.campaign(JdbcFixture.prepare(session, term)), Restored.class);
		assertThat(JdbcFixture.read(this.other).leader()).isNull();
		assertThat(history(this.other)).isEmpty();
		assertThat(JdbcFixture.await(this.coordinator.campaign(JdbcFixture.prepare(session, term))))
			.as("the client goes on with what there is")
			.isInstanceOf(CampaignOutcome.Won.class);
	}

	@Test
	void changeInANamespaceOfAnotherLineageIsNotApplied() {
		JdbcFixture.await(this.coordinator.lineage(), LineageOutcome.Known.class);
		this.fixture.sql()
			.update("UPDATE leader_namespace SET lineage = 'other', revision = 1000 WHERE namespace = ?",
					this.fixture.namespace());
		JdbcFixture.await(this.coordinator.pause(JdbcFixture.ELECTION, JdbcFixture.REQUEST), Restored.class);
		assertThat(JdbcFixture.read(this.other).pause()).isNull();
		assertThat(JdbcFixture.await(this.coordinator.lineage())).isEqualTo(new LineageOutcome.Known("other"));
	}

	@Test
	void namespaceThatIsGoneIsARestoreAndIsMadeAnew() {
		String lineage = JdbcFixture.await(this.coordinator.lineage(), LineageOutcome.Known.class).lineage();
		Session session = JdbcFixture.open(this.coordinator, "leader");
		this.fixture.sql().update("DELETE FROM leader_namespace WHERE namespace = ?", this.fixture.namespace());
		JdbcFixture.await(this.coordinator.renew(session), Restored.class);
		assertThat(JdbcFixture.await(this.coordinator.lineage(), LineageOutcome.Known.class).lineage())
			.isNotEqualTo(lineage);
	}

	/**
	 * Lesson 10: the coordinator owns expiry, and its clock may be set back.
	 */
	@Test
	void clockSetBackFreezesNothing() {
		Session session = JdbcFixture.open(this.coordinator, "leader");
		JdbcFixture.win(this.coordinator, session);
		this.fixture.sql()
			.update("UPDATE leader_session SET expires_at = expires_at + 3600000000 WHERE namespace = ?",
					this.fixture.namespace());
		JdbcFixture.read(this.other);
		long life = this.fixture.sql()
			.queryForObject("SELECT expires_at - CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)"
					+ " FROM leader_session WHERE namespace = ?", Long.class, this.fixture.namespace());
		assertThat(life).isBetween(1L, JdbcFixture.TTL.toMillis() * 1000);
	}

	/**
	 * Promise I1, with everything that can happen to an election at the same time.
	 */
	@Test
	void termsAreGrantedOnceWhileSessionsEndAndOperatorsInterfere() {
		List<Coordinator> clients = List.of(this.coordinator, this.other, this.fixture.coordinator(),
				this.fixture.coordinator());
		List<CompletableFuture<List<LeaderRecord>>> runs = new ArrayList<>();
		for (int i = 0; i < clients.size(); i++) {
			Coordinator client = clients.get(i);
			String instance = "instance-" + i;
			runs.add(CompletableFuture.supplyAsync(() -> takePart(client, instance)));
		}
		List<LeaderRecord> granted = runs.stream().flatMap((run) -> run.join().stream()).toList();
		assertThat(granted).hasSizeGreaterThan(20);
		assertThat(granted).extracting(LeaderRecord::term).doesNotHaveDuplicates();
		assertThat(granted).extracting(LeaderRecord::version).doesNotHaveDuplicates();
		List<LeaderRecord> byTerm = granted.stream()
			.sorted((left, right) -> Long.compare(left.term(), right.term()))
			.toList();
		assertThat(byTerm).extracting(LeaderRecord::version).isSorted();
		assertThat(openTransactions()).isEmpty();
	}

	private List<LeaderRecord> takePart(Coordinator client, String instance) {
		List<LeaderRecord> granted = new ArrayList<>();
		Session session = JdbcFixture.open(client, instance);
		for (int round = 0; round < 60; round++) {
			ElectionView view = JdbcFixture.read(client);
			CampaignOutcome outcome = JdbcFixture.await(client.campaign(JdbcFixture.prepare(session, view.term())));
			if (outcome instanceof CampaignOutcome.Won won) {
				granted.add(won.record());
				session = end(client, session, won.record(), round);
			}
			else if (outcome instanceof CampaignOutcome.Paused) {
				JdbcFixture.await(client.resume(JdbcFixture.ELECTION, JdbcFixture.REQUEST));
			}
		}
		return granted;
	}

	private Session end(Coordinator client, Session session, LeaderRecord record, int round) {
		switch (round % 5) {
			case 0 -> JdbcFixture.await(client.resign(record, RevocationReason.RESIGNED, JdbcFixture.REQUEST));
			case 1 -> JdbcFixture.await(client.pause(JdbcFixture.ELECTION, JdbcFixture.REQUEST));
			case 2 -> JdbcFixture.await(client.release(JdbcFixture.ELECTION, record.term(), JdbcFixture.REQUEST));
			case 3 -> {
				this.fixture.expire(session);
				return JdbcFixture.open(client, session.instance());
			}
			default -> {
				JdbcFixture.await(client.close(session), Done.class);
				return JdbcFixture.open(client, session.instance());
			}
		}
		return session;
	}

	@Test
	void anyTextIsStoredAsItIs() {
		String odd = "it's \"odd\" \\ ; -- = ? $1 \u00e4\u20ac\ud83d\ude00\nline";
		Session session = JdbcFixture.open(this.coordinator, odd);
		Map<String, String> metadata = Map.of(odd, odd, "format", "x", "a=b", "");
		JdbcFixture.await(this.coordinator.enlist(session, JdbcFixture.ELECTION, metadata), Done.class);
		Campaign campaign = new Campaign(JdbcFixture.ELECTION, session, UUID.randomUUID().toString(), TermRecord.NONE,
				Instant.now(), metadata);
		LeaderRecord record = JdbcFixture.await(this.coordinator.campaign(campaign), CampaignOutcome.Won.class)
			.record();
		assertThat(record.instance()).isEqualTo(odd);
		assertThat(record.metadata()).isEqualTo(metadata);
		assertThat(record.since()).isEqualTo(campaign.since());
		ElectionView view = JdbcFixture.read(this.other);
		assertThat(view.leader()).isEqualTo(record);
		assertThat(view.candidates()).isEqualTo(Map.of(odd, metadata));
		JdbcFixture.await(this.other.nominate(record, odd), Done.class);
		assertThat(JdbcFixture.read(this.other).successor()).isEqualTo(odd);
		JdbcFixture.await(this.other.pause(JdbcFixture.ELECTION, new ControlRequest(odd, odd)),
				ControlOutcome.Burned.class);
		assertThat(JdbcFixture.read(this.other).pause().reason()).isEqualTo(odd);
		assertThat(history(this.other).get(0).actor()).isEqualTo(odd);
	}

	@Test
	void closeLeavesNoThreadAndNoConnection() {
		JdbcFixture fresh = new JdbcFixture(PostgresUnderTest.shared());
		long before = connections();
		Set<Thread> others = threads();
		JdbcCoordinator closed = fresh.coordinator();
		JdbcFixture.win(closed, JdbcFixture.open(closed, "leader"));
		assertThat(connections()).isEqualTo(before + 2);
		Set<Thread> own = threads();
		own.removeAll(others);
		assertThat(own).hasSize(3);
		closed.close();
		assertThat(own).noneMatch(Thread::isAlive);
		Awaitility.await().until(() -> connections() == before);
	}

	private long connections() {
		return this.fixture.sql()
			.queryForObject("SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'leader-election'",
					Long.class);
	}

	private static Set<Thread> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("leader-election-jdbc"))
			.collect(Collectors.toCollection(HashSet::new));
	}

	private List<?> openTransactions() {
		return this.fixture.sql()
			.queryForList("SELECT state, query FROM pg_stat_activity WHERE application_name = 'leader-election'"
					+ " AND state LIKE 'idle in transaction%'");
	}

	private List<HistoryEntry> history(Coordinator client) {
		return JdbcFixture.await(client.history(JdbcFixture.ELECTION, 10), HistoryOutcome.Entries.class).entries();
	}

	private void awaitBlocked() {
		Awaitility.await()
			.until(() -> !this.fixture.sql()
				.queryForList("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
				.isEmpty());
	}

	private static void update(Connection connection, String sql, String parameter) throws SQLException {
		try (var statement = connection.prepareStatement(sql)) {
			statement.setString(1, parameter);
			assertThat(statement.executeUpdate()).isEqualTo(1);
		}
	}

}
