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

package io.leaderelection.fencing.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.FencingToken;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.spi.AdoptionOutcome;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link JdbcFenceSealer}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractJdbcFenceSealerTests {

	static final Duration BOUND = Duration.ofSeconds(5);

	@RegisterExtension
	final FencingFixture fixture = new FencingFixture(database());

	private final TestDatabase other = database();

	private final FenceSchemaInitializer schema = new FenceSchemaInitializer(DatabaseInitializationMode.ALWAYS);

	JdbcFenceSealer sealer;

	ExecutorService tasks;

	abstract TestDatabase database();

	@BeforeAll
	void createOther() {
		this.other.create();
	}

	@AfterAll
	void dropOther() {
		this.other.drop();
	}

	@BeforeEach
	void start() {
		this.sealer = new JdbcFenceSealer(this.fixture.fencing, this.schema);
		this.tasks = Executors.newCachedThreadPool();
	}

	@AfterEach
	void stop() throws InterruptedException {
		this.sealer.close();
		this.tasks.shutdownNow();
		assertThat(this.tasks.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void firstSealCreatesTheRow() {
		assertThat(seal(5)).isEqualTo(new SealOutcome.Sealed(List.of("payments")));
		assertThat(fence()).isEqualTo("5 grant-5 lineage holder-5, intent 5");
		assertThat(this.fixture.meters).contains("sealed settlement payments");
	}

	@Test
	void preparationGoesThroughAndTouchesNoFence() {
		assertThat(this.sealer.prepare("settlement").toCompletableFuture().join())
			.isEqualTo(new SealOutcome.Sealed(List.of("payments")));
		assertThat(this.fixture.admin.queryForObject("SELECT count(*) FROM leader_fence", Integer.class)).isZero();
		assertThat(this.fixture.admin.queryForObject("SELECT count(*) FROM leader_fence_intent", Integer.class))
			.isZero();
		assertThat(this.fixture.meters).isEmpty();
		assertThat(seal(5)).isInstanceOf(SealOutcome.Sealed.class);
	}

	/**
	 * Promise I2.
	 */
	@Test
	void sealRaisesTheFenceSoThatTheOldLeaderIsRefusedEverywhere() {
		seal(5);
		this.fixture.as(5, () -> this.fixture.jdbc.update("UPDATE payment SET status = 'SETTLED' WHERE id = 1"));
		seal(6);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> this.fixture.as(5,
				() -> this.fixture.jdbc.update("UPDATE payment SET status = 'STALE' WHERE id = 2")));
		assertThat(this.fixture.status(2)).isEqualTo("PENDING");
	}

	@Test
	void repeatedSealIsSealed() {
		seal(5);
		assertThat(seal(5)).isInstanceOf(SealOutcome.Sealed.class);
		assertThat(fence()).isEqualTo("5 grant-5 lineage holder-5, intent 5");
	}

	/**
	 * Promise I2, lesson 12.
	 */
	@Test
	void lateSealOfAnOvertakenTermLowersNothing() {
		seal(7);
		assertThat(seal(6)).isEqualTo(new SealOutcome.Ahead(7, "grant-7", "payments"));
		assertThat(fence()).isEqualTo("7 grant-7 lineage holder-7, intent 7");
	}

	/**
	 * Lesson 12: there is nothing to clean up.
	 */
	@Test
	void fenceKeepsOneRowHoweverManyTermsPass() {
		for (long term = 5; term < 25; term++) {
			assertThat(seal(term)).isInstanceOf(SealOutcome.Sealed.class);
		}
		assertThat(this.fixture.admin.queryForObject("SELECT count(*) FROM leader_fence", Integer.class)).isOne();
		assertThat(this.fixture.admin.queryForObject("SELECT count(*) FROM leader_fence_intent", Integer.class))
			.isOne();
		assertThat(fence()).isEqualTo("24 grant-24 lineage holder-24, intent 24");
	}

	@Test
	void sameTermOfAnotherGrantIsAhead() {
		seal(5);
		FencingToken twin = new FencingToken(FencingFixture.ELECTION, 5, "twin");
		assertThat(seal(this.sealer, twin, "lineage", BOUND))
			.isEqualTo(new SealOutcome.Ahead(5, "grant-5", "payments"));
	}

	@Test
	void intentOfANewerTermIsAheadWithoutAGrant() {
		seal(5);
		this.fixture.admin.update("UPDATE leader_fence_intent SET fence_token = 9");
		assertThat(seal(6)).isEqualTo(new SealOutcome.Ahead(9, null, "payments"));
		assertThat(fence()).isEqualTo("5 grant-5 lineage holder-5, intent 9");
	}

	@Test
	void sealAfterOneThatGotNoFurtherThanItsIntentSucceeds() {
		this.fixture.intend(6);
		assertThat(seal(6)).isInstanceOf(SealOutcome.Sealed.class);
	}

	@Test
	void concurrentSealsLeaveTheGreaterTerm() throws Exception {
		for (int round = 0; round < 10; round++) {
			long low = 10 + 2L * round;
			CompletableFuture<SealOutcome> six = CompletableFuture.supplyAsync(() -> seal(low), this.tasks);
			CompletableFuture<SealOutcome> seven = CompletableFuture.supplyAsync(() -> seal(low + 1), this.tasks);
			assertThat(seven.get()).isInstanceOf(SealOutcome.Sealed.class);
			assertThat(six.get()).isInstanceOfAny(SealOutcome.Sealed.class, SealOutcome.Ahead.class);
			assertThat(fence()).startsWith((low + 1) + " grant-" + (low + 1));
		}
	}

	@Test
	void concurrentFirstSealsLeaveTheGreaterTerm() throws Exception {
		for (int round = 0; round < 10; round++) {
			this.fixture.admin.update("DELETE FROM leader_fence");
			this.fixture.admin.update("DELETE FROM leader_fence_intent");
			CompletableFuture<SealOutcome> six = CompletableFuture.supplyAsync(() -> seal(6), this.tasks);
			CompletableFuture<SealOutcome> seven = CompletableFuture.supplyAsync(() -> seal(7), this.tasks);
			assertThat(seven.get()).isInstanceOf(SealOutcome.Sealed.class);
			assertThat(six.get()).isInstanceOfAny(SealOutcome.Sealed.class, SealOutcome.Ahead.class);
			assertThat(fence()).startsWith("7 grant-7");
		}
	}

	@Test
	void promiseI6ManyElectionsOfOneDatabaseAreSealedAtOnce() {
		List<CompletableFuture<SealOutcome>> seals = IntStream.range(0, 40)
			.mapToObj((tenant) -> new FencingToken("settlement/" + tenant, 1, "grant-" + tenant))
			.map((token) -> this.sealer.seal(request(token, "lineage", BOUND)).toCompletableFuture())
			.toList();
		assertThat(seals).allSatisfy((sealed) -> assertThat(sealed.join()).isInstanceOf(SealOutcome.Sealed.class));
	}

	@Test
	void anotherLineageIsRefusedAndNothingIsWritten() {
		seal(5);
		assertThat(seal(this.sealer, FencingFixture.token(6), "restored", BOUND))
			.isEqualTo(new SealOutcome.ForeignLineage("lineage", "payments"));
		assertThat(fence()).isEqualTo("5 grant-5 lineage holder-5, intent 5");
	}

	@Test
	void lineageOfTheIntentCountsToo() {
		this.fixture.intend(5);
		assertThat(seal(this.sealer, FencingFixture.token(6), "restored", BOUND))
			.isEqualTo(new SealOutcome.ForeignLineage("lineage", "payments"));
	}

	@Test
	void operatorLetsALineageAdoptTheFence() throws SQLException {
		seal(5);
		new FenceLineage(this.fixture.fencing).adopt(FencingFixture.ELECTION, "restored");
		assertThat(seal(this.sealer, FencingFixture.token(6), "restored", BOUND))
			.isInstanceOf(SealOutcome.Sealed.class);
		assertThat(fence()).isEqualTo("6 grant-6 restored holder-6, intent 6");
	}

	@Test
	void adoptionOrderedThroughTheSealerLeavesTheTerm() {
		seal(5);
		AdoptionOutcome outcome = this.sealer.adopt(FencingFixture.ELECTION, "restored", BOUND)
			.toCompletableFuture()
			.join();
		assertThat(outcome).isEqualTo(AdoptionOutcome.done());
		assertThat(fence()).isEqualTo("5 grant-5 restored holder-5, intent 5");
	}

	@Test
	void adoptionThatADatabaseRefusesNamesIt() {
		seal(5);
		this.fixture.admin.execute("ALTER TABLE leader_fence RENAME TO leader_fence_away");
		try {
			AdoptionOutcome outcome = this.sealer.adopt(FencingFixture.ELECTION, "restored", BOUND)
				.toCompletableFuture()
				.join();
			assertThat(outcome.failed()).containsExactly("payments");
			assertThat(outcome.detail()).startsWith("payments: ");
		}
		finally {
			this.fixture.admin.execute("ALTER TABLE leader_fence_away RENAME TO leader_fence");
		}
	}

	@Test
	void sealWaitsForACheckedTransactionThatEndsByItself() throws Exception {
		seal(5);
		CompletableFuture<SealOutcome> sealed = new CompletableFuture<>();
		this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
			this.fixture.jdbc.update("UPDATE payment SET status = 'SETTLED' WHERE id = 1");
			this.tasks.execute(() -> sealed.complete(seal(6)));
			awaitWaitingSealer();
			assertThat(sealed).isNotDone();
		}));
		assertThat(sealed.get(5, TimeUnit.SECONDS)).isInstanceOf(SealOutcome.Sealed.class);
		assertThat(this.fixture.status(1)).as("accepted before the fence was raised").isEqualTo("SETTLED");
		assertThat(this.fixture.meters).noneMatch((note) -> note.startsWith("terminated"));
	}

	@Test
	void sealGetsThroughWhileManyClientsWriteWithoutAPause() {
		seal(5);
		AtomicBoolean stop = new AtomicBoolean();
		AtomicInteger accepted = new AtomicInteger();
		AtomicInteger refused = new AtomicInteger();
		for (int i = 0; i < 16; i++) {
			this.tasks.execute(() -> writeUntilRefused(stop, accepted, refused));
		}
		await().until(() -> accepted.get() > 100);
		SealOutcome outcome = seal(6);
		int acceptedAtSeal = accepted.get();
		assertThat(outcome).isInstanceOf(SealOutcome.Sealed.class);
		await().until(() -> refused.get() == 16);
		stop.set(true);
		assertThat(accepted.get()).as("accepted after the fence was raised")
			.isBetween(acceptedAtSeal, acceptedAtSeal + 16);
	}

	private void writeUntilRefused(AtomicBoolean stop, AtomicInteger accepted, AtomicInteger refused) {
		while (!stop.get()) {
			try {
				this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
					this.fixture.jdbc.update("UPDATE plain SET status = 'x' WHERE id = -1");
					this.fixture.jdbc.queryForObject(this.fixture.home.pause(), Object.class);
				}));
				accepted.incrementAndGet();
			}
			catch (StaleTokenException ex) {
				refused.incrementAndGet();
				return;
			}
			catch (DataAccessException ex) {
				// Terminated by the sealer.
				refused.incrementAndGet();
				return;
			}
		}
	}

	@Test
	void sessionOfAnOlderGrantThatStandsStillIsTerminated() throws SQLException {
		seal(5);
		try (Connection frozen = this.fixture.home.dataSource().getConnection()) {
			holdFence(frozen);
			assertThat(seal(6)).isInstanceOf(SealOutcome.Sealed.class);
			assertThatExceptionOfType(SQLException.class).isThrownBy(() -> commit(frozen));
		}
		// The one who ended the session notes it while the sealer goes on.
		await().untilAsserted(() -> assertThat(this.fixture.meters).contains("intent needed settlement payments",
				"terminated settlement payments"));
		assertThat(this.fixture.status(1)).isEqualTo("PENDING");
	}

	@Test
	void sealerThatWaitsIsNotTerminatedByAnother() throws Exception {
		seal(5);
		try (Connection frozen = this.fixture.home.dataSource().getConnection()) {
			holdFence(frozen);
			CompletableFuture<SealOutcome> six = CompletableFuture.supplyAsync(() -> seal(6), this.tasks);
			CompletableFuture<SealOutcome> seven = CompletableFuture.supplyAsync(() -> seal(7), this.tasks);
			assertThat(seven.get()).isInstanceOf(SealOutcome.Sealed.class);
			assertThat(six.get()).isInstanceOfAny(SealOutcome.Sealed.class, SealOutcome.Ahead.class);
		}
	}

	@Test
	void newerGrantsSessionsAreNeverTerminated() throws SQLException {
		seal(7);
		try (Connection current = this.fixture.home.dataSource().getConnection()) {
			holdFence(current);
			assertThat(seal(6)).isInstanceOf(SealOutcome.Ahead.class);
			commit(current);
		}
		assertThat(this.fixture.status(1)).isEqualTo("SETTLED");
	}

	@Test
	void sealInACheckedTransactionIsRefusedAtOnce() {
		seal(5);
		this.fixture.as(5, () -> this.fixture.transaction.executeWithoutResult((status) -> {
			this.fixture.jdbc.update("UPDATE payment SET status = 'SETTLED' WHERE id = 1");
			assertThat(this.sealer.seal(request(FencingFixture.token(6), "lineage", BOUND)).toCompletableFuture())
				.isCompletedWithValueMatching((outcome) -> outcome instanceof SealOutcome.Failed failed
						&& failed.detail().contains("this thread's transaction holds the lock"));
		}));
		assertThat(fence()).startsWith("5 ");
	}

	@Test
	void waitForAConnectionIsBounded() throws SQLException {
		try (HikariDataSource exhausted = this.fixture.home.pool(1); Connection taken = exhausted.getConnection()) {
			assertThat(taken.isValid(1)).isTrue();
			exhausted.setConnectionTimeout(1000);
			JdbcFenceSealer waiting = sealerOf(Map.of("exhausted", exhausted));
			assertThat(seal(waiting, FencingFixture.token(5), "lineage", Duration.ofMillis(300)))
				.isInstanceOfSatisfying(SealOutcome.Failed.class,
						(failed) -> assertThat(failed.unsealed()).containsExactly("exhausted"));
			waiting.close();
		}
		assertThat(fence()).as("no late seal").isEqualTo("none");
	}

	@Test
	void secondOfTwoDatabasesFails() {
		JdbcFenceSealer both = sealerOf(Map.of("payments", this.fixture.pool, "gone",
				new DriverManagerDataSource("jdbc:postgresql://127.0.0.1:1/none", "me", "")));
		assertThat(seal(both, FencingFixture.token(5), "lineage", BOUND)).isInstanceOfSatisfying(
				SealOutcome.Failed.class, (failed) -> assertThat(failed.unsealed()).containsExactly("gone"));
		both.close();
	}

	@Test
	void allDatabasesOfAnElectionAreSealed() {
		JdbcFenceSealer both = sealerOf(Map.of("payments", this.fixture.pool, "ledger", this.other.dataSource()));
		assertThat(seal(both, FencingFixture.token(5), "lineage", BOUND)).isInstanceOfSatisfying(
				SealOutcome.Sealed.class,
				(sealed) -> assertThat(sealed.databases()).containsExactlyInAnyOrder("payments", "ledger"));
		assertThat(new JdbcTemplate(this.other.dataSource()).queryForObject("SELECT fence_token FROM leader_fence",
				Long.class))
			.isEqualTo(5);
		both.close();
	}

	@Test
	void missingTableFailsTheSealWithTheStatementsThatMendIt() {
		JdbcTemplate admin = new JdbcTemplate(this.other.dataSource());
		admin.execute("DROP TABLE IF EXISTS leader_fence, leader_fence_intent");
		FencedDatabase database = new FencedDatabase("ledger", this.other.dataSource());
		JdbcFenceSealer never = new JdbcFenceSealer(
				new JdbcFencing("shop", ProtectedDatabases.single(database), (election) -> BOUND),
				new FenceSchemaInitializer(DatabaseInitializationMode.NEVER));
		assertThat(seal(never, FencingFixture.token(5), "lineage", BOUND)).isInstanceOfSatisfying(
				SealOutcome.Failed.class, (failed) -> assertThat(failed.detail()).contains("CREATE TABLE"));
		never.close();
	}

	@Test
	void tableThatGotLostMeanwhileIsNoticed() {
		JdbcTemplate admin = new JdbcTemplate(this.other.dataSource());
		JdbcFenceSealer ledger = sealerOf(Map.of("ledger", this.other.dataSource()));
		assertThat(seal(ledger, FencingFixture.token(5), "lineage", BOUND)).isInstanceOf(SealOutcome.Sealed.class);
		admin.execute("DROP TABLE leader_fence");
		assertThat(seal(ledger, FencingFixture.token(6), "lineage", BOUND)).isInstanceOfSatisfying(
				SealOutcome.Failed.class, (failed) -> assertThat(failed.detail()).containsIgnoringCase("leader_fence"));
		assertThat(seal(ledger, FencingFixture.token(7), "lineage", BOUND)).isInstanceOf(SealOutcome.Sealed.class);
		admin.execute("DROP TABLE leader_fence, leader_fence_intent");
		ledger.close();
	}

	@Test
	void electionWithoutADatabaseHasNothingToSeal() {
		JdbcFenceSealer nothing = new JdbcFenceSealer(
				new JdbcFencing("shop", ProtectedDatabases.of(Map.of()), (election) -> BOUND), this.schema);
		assertThat(nothing.protects("settlement")).isFalse();
		assertThat(seal(nothing, FencingFixture.token(5), "lineage", BOUND))
			.isEqualTo(new SealOutcome.Sealed(List.of()));
		nothing.close();
	}

	@Test
	void threadsAreDaemonsAndEndWithTheSealer() {
		seal(5);
		List<Thread> threads = sealerThreads();
		assertThat(threads).isNotEmpty().allMatch(Thread::isDaemon);
		this.sealer.close();
		await().until(() -> threads.stream().noneMatch(Thread::isAlive));
	}

	List<Thread> sealerThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("leader-election-seal-"))
			.toList();
	}

	private void awaitWaitingSealer() {
		await().until(() -> this.fixture.admin.queryForObject(this.fixture.home.waitingSealers(), Integer.class) > 0);
	}

	void holdFence(Connection connection) throws SQLException {
		connection.setAutoCommit(false);
		try (Statement statement = connection.createStatement()) {
			statement.execute(this.fixture.home.lockFence());
			statement.execute("UPDATE payment SET status = 'SETTLED' WHERE id = 1");
		}
	}

	void commit(Connection connection) throws SQLException {
		connection.commit();
	}

	JdbcFenceSealer sealerOf(Map<String, javax.sql.DataSource> dataSources) {
		List<FencedDatabase> databases = new ArrayList<>();
		dataSources.forEach((name, dataSource) -> databases.add(new FencedDatabase(name, dataSource)));
		return new JdbcFenceSealer(new JdbcFencing("shop",
				ProtectedDatabases.of(Map.of(FencingFixture.ELECTION, databases)), (election) -> BOUND), this.schema);
	}

	SealOutcome seal(long term) {
		return seal(this.sealer, FencingFixture.token(term), "lineage", BOUND);
	}

	SealOutcome seal(JdbcFenceSealer sealer, FencingToken token, String lineage, Duration bound) {
		return sealer.seal(request(token, lineage, bound)).toCompletableFuture().join();
	}

	SealRequest request(FencingToken token, String lineage, Duration bound) {
		return new SealRequest(token, lineage, "holder-" + token.term(), bound);
	}

	String fence() {
		List<Long> intents = this.fixture.admin.queryForList("SELECT fence_token FROM leader_fence_intent", Long.class);
		return this.fixture.admin
			.query("SELECT fence_token, grant_id, lineage, holder FROM leader_fence",
					(row, number) -> "%d %s %s %s, intent %d".formatted(row.getLong(1), row.getString(2),
							row.getString(3), row.getString(4), intents.get(0)))
			.stream()
			.findFirst()
			.orElse("none");
	}

}
