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

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.context.LeadershipContext;
import io.leaderelection.fencing.FenceNotSealedException;
import io.leaderelection.fencing.FencingException;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.gate.GuardedCalls;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.data.transaction.ChainedTransactionManager;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for the fencing of transactions on several databases, by several managers.
 */
class FencingAcrossManagersTests {

	@RegisterExtension
	static final PostgresDatabase paymentsServer = PostgresServer.database();

	@RegisterExtension
	static final PostgresDatabase ledgerServer = PostgresServer.database();

	private static HikariDataSource payments;

	private static HikariDataSource ledger;

	private static JdbcFencing fencing;

	private final FencingTransactionListener listener = new FencingTransactionListener(() -> fencing);

	private final GuardedCalls calls = new GuardedCalls(() -> List.of(new JdbcTransactionCheck(fencing)));

	@BeforeAll
	static void createTables() {
		payments = paymentsServer.pool(5);
		ledger = ledgerServer.pool(5);
		ProtectedDatabases databases = ProtectedDatabases.of(Map.of(FencingFixture.ELECTION,
				List.of(new FencedDatabase("payments", payments), new FencedDatabase("ledger", ledger))));
		fencing = new JdbcFencing("shop", databases, (election) -> Duration.ofSeconds(5));
		new FenceSchemaInitializer(DatabaseInitializationMode.ALWAYS).initialize(databases);
		for (DataSource dataSource : List.of(payments, ledger)) {
			new JdbcTemplate(dataSource).execute("CREATE TABLE entry (text TEXT)");
		}
	}

	@AfterAll
	static void closePools() {
		payments.close();
		ledger.close();
	}

	@BeforeEach
	void seal() {
		for (DataSource dataSource : List.of(payments, ledger)) {
			new JdbcTemplate(dataSource).execute("TRUNCATE entry, leader_fence, leader_fence_intent");
			seal(dataSource, 5);
		}
	}

	@AfterEach
	void nothingIsLeft() {
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
		assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
		assertThat(payments.getHikariPoolMXBean().getActiveConnections()).isZero();
		assertThat(ledger.getHikariPoolMXBean().getActiveConnections()).isZero();
	}

	@Test
	void innerTransactionOnAStaleDatabaseTakesTheOuterOneAlong() {
		seal(ledger, 6);
		Throwable thrown = catchThrowable(() -> guarded(() -> in(manager(payments), () -> {
			insert(payments, "outer");
			in(manager(ledger), () -> insert(ledger, "inner"));
		})));
		assertThat(thrown).isInstanceOf(UnexpectedRollbackException.class);
		assertThat(refusals(thrown)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(entries(payments)).isEmpty();
		assertThat(entries(ledger)).isEmpty();
	}

	@Test
	void outerTransactionOnAStaleDatabaseIsRefusedThoughTheInnerOneIsNot() {
		seal(payments, 6);
		Throwable thrown = catchThrowable(() -> guarded(() -> in(manager(payments), () -> {
			insert(payments, "outer");
			in(manager(ledger), () -> insert(ledger, "inner"));
		})));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(entries(payments)).isEmpty();
		assertThat(entries(ledger)).containsExactly("inner");
	}

	@Test
	void eachInnerTransactionIsCheckedAnew() {
		Throwable thrown = catchThrowable(() -> guarded(() -> in(manager(payments), () -> {
			in(manager(ledger), () -> insert(ledger, "first"));
			seal(ledger, 6);
			in(manager(ledger), () -> insert(ledger, "second"));
		})));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(entries(ledger)).containsExactly("first");
	}

	@Test
	void innerReadOnlyTransactionIsLeftAloneThoughTheOuterOneWrites() {
		seal(ledger, 6);
		guarded(() -> in(manager(payments), () -> {
			insert(payments, "outer");
			TransactionTemplate readOnly = new TransactionTemplate(manager(ledger));
			readOnly.setReadOnly(true);
			assertThat(readOnly.<List<String>>execute((status) -> entries(ledger))).isEmpty();
		}));
		assertThat(entries(payments)).containsExactly("outer");
	}

	@Test
	void transactionsThatWereOpenedBeforeTheGuardAreAllChecked() {
		seal(ledger, 6);
		TransactionTemplate readOnly = new TransactionTemplate(manager(payments));
		readOnly.setReadOnly(true);
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> readOnly.executeWithoutResult((outer) -> in(manager(ledger), () -> {
				insert(ledger, "before");
				guarded(() -> insert(ledger, "guarded"));
			})));
		assertThat(entries(ledger)).isEmpty();
	}

	@Test
	@SuppressWarnings("deprecation")
	void chainedManagersCommitNothingIfOneDatabaseIsStale() {
		PlatformTransactionManager chained = new ChainedTransactionManager(manager(payments), manager(ledger));
		guarded(() -> in(chained, () -> {
			insert(payments, "fresh");
			insert(ledger, "fresh");
		}));
		seal(ledger, 6);
		Throwable thrown = catchThrowable(() -> guarded(() -> in(chained, () -> {
			insert(payments, "stale");
			insert(ledger, "stale");
		})));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(entries(payments)).containsExactly("fresh");
		assertThat(entries(ledger)).containsExactly("fresh");
	}

	@Test
	void managerWithoutSynchronizationIsFencedToo() {
		JdbcTransactionManager manager = manager(payments);
		manager.setTransactionSynchronization(AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER);
		guarded(() -> in(manager, () -> insert(payments, "fresh")));
		seal(payments, 6);
		Throwable thrown = catchThrowable(() -> guarded(() -> in(manager, () -> insert(payments, "stale"))));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(entries(payments)).containsExactly("fresh");
	}

	@Test
	void lazyConnectionIsFenced() {
		DataSource lazy = new LazyConnectionDataSourceProxy(payments);
		guarded(() -> in(manager(lazy), () -> insert(lazy, "fresh")));
		seal(payments, 6);
		Throwable thrown = catchThrowable(() -> guarded(() -> in(manager(lazy), () -> insert(lazy, "stale"))));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(entries(payments)).containsExactly("fresh");
	}

	@Test
	void eachTargetOfARoutingDataSourceIsFenced() {
		Routing routing = new Routing();
		for (String target : List.of("payments", "ledger")) {
			routing.target = target;
			guarded(() -> in(manager(routing), () -> insert(routing, "fresh")));
		}
		seal(ledger, 6);
		Throwable thrown = catchThrowable(() -> guarded(() -> in(manager(routing), () -> insert(routing, "stale"))));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(entries(payments)).containsExactly("fresh");
		assertThat(entries(ledger)).containsExactly("fresh");
	}

	@Test
	void targetThatNobodySealedIsRefused() {
		new JdbcTemplate(ledger).execute("TRUNCATE leader_fence");
		Routing routing = new Routing();
		routing.target = "ledger";
		Throwable thrown = catchThrowable(() -> guarded(() -> in(manager(routing), () -> insert(routing, "x"))));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(FenceNotSealedException.class);
		assertThat(entries(ledger)).isEmpty();
	}

	@Test
	void refusalOnAnotherThreadIsThrownWhenTheGateIsLeft() {
		seal(payments, 6);
		Throwable[] onTheThread = new Throwable[1];
		Throwable thrown = catchThrowable(() -> guarded(() -> {
			Runnable work = LeadershipContext.current()
				.wrap((Runnable) () -> in(manager(payments), () -> insert(payments, "stale")));
			onTheThread[0] = catchThrowable(
					() -> CompletableFuture.runAsync(work).orTimeout(10, TimeUnit.SECONDS).join());
		}));
		assertThat(onTheThread[0]).hasCauseInstanceOf(UnexpectedRollbackException.class);
		assertThat(thrown).isInstanceOf(StaleTokenException.class);
		assertThat(entries(payments)).isEmpty();
	}

	private void guarded(Runnable work) {
		try {
			this.calls.call(FencingFixture.leadership(FencingFixture.token(5)), () -> {
				work.run();
				return true;
			});
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private JdbcTransactionManager manager(DataSource dataSource) {
		JdbcTransactionManager manager = new JdbcTransactionManager(dataSource);
		manager.addListener(this.listener);
		return manager;
	}

	private static void in(PlatformTransactionManager manager, Runnable work) {
		new TransactionTemplate(manager).executeWithoutResult((status) -> work.run());
	}

	private static void insert(DataSource dataSource, String text) {
		new JdbcTemplate(dataSource).update("INSERT INTO entry VALUES (?)", text);
	}

	private static List<String> entries(DataSource dataSource) {
		return new JdbcTemplate(dataSource).queryForList("SELECT text FROM entry", String.class);
	}

	private static void seal(DataSource dataSource, long term) {
		new JdbcTemplate(dataSource).update("INSERT INTO leader_fence VALUES ('shop', ?, ?, ?, 'lineage', 'me', now())"
				+ " ON CONFLICT (namespace, election) DO UPDATE SET fence_token = EXCLUDED.fence_token,"
				+ " grant_id = EXCLUDED.grant_id", FencingFixture.ELECTION, term, "grant-" + term);
	}

	private static Stream<Throwable> refusals(Throwable thrown) {
		assertThat(thrown).isNotNull();
		return Stream.concat(Stream.of(thrown), Stream.of(thrown.getSuppressed()))
			.filter(FencingException.class::isInstance);
	}

	private static final class Routing extends AbstractRoutingDataSource {

		private String target;

		Routing() {
			setTargetDataSources(Map.of("payments", payments, "ledger", ledger));
			afterPropertiesSet();
		}

		@Override
		protected Object determineCurrentLookupKey() {
			return this.target;
		}

	}

}
