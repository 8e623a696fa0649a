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
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

import io.leaderelection.NotLeaderException;
import io.leaderelection.context.FixedLeadership;
import io.leaderelection.fencing.FenceCheckFailedException;
import io.leaderelection.fencing.FenceNotSealedException;
import io.leaderelection.fencing.FencingException;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.fencing.jdbc.LibraryContext.Kind;
import io.leaderelection.gate.GuardedCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link FencingTransactionListener} with the transaction managers of JDBC and
 * of JPA. What counts is what is stored afterwards.
 */
class FencingTransactionListenerTests {

	@RegisterExtension
	static final FencingFixture fixture = new FencingFixture(TestDatabase.postgres());

	@RegisterExtension
	static final LibraryContext jdbc = new LibraryContext(fixture, Kind.JDBC);

	@RegisterExtension
	static final LibraryContext jpa = new LibraryContext(fixture, Kind.JPA);

	@ParameterizedTest
	@EnumSource(Kind.class)
	void commitOfARefusedTransactionDoesNotPassSilently(Kind kind) {
		fixture.seal(6);
		Throwable[] atCommit = new Throwable[1];
		Runnable work = () -> context(kind).transaction()
			.executeWithoutResult((status) -> write(kind, "UPDATE payment SET status = 'STALE' WHERE id = 1"));
		Throwable left = catchThrowable(() -> context(kind).guarded(5, () -> {
			atCommit[0] = catchThrowable(work::run);
			return true;
		}));
		assertThat(Stream.of(atCommit[0], left).filter(StaleTokenException.class::isInstance)).as("thrown once")
			.hasSize(1);
		assertThat(atCommit[0])
			.isInstanceOf((kind == Kind.JPA) ? StaleTokenException.class : UnexpectedRollbackException.class);
		assertThat(fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void refusalIsThrownWhenTheGateIsLeftIfTheWorkRolledBackItself(Kind kind) {
		fixture.seal(6);
		Throwable thrown = catchThrowable(() -> context(kind).guarded(5, () -> {
			context(kind).transaction().executeWithoutResult((status) -> {
				write(kind, "UPDATE payment SET status = 'STALE' WHERE id = 1");
				status.setRollbackOnly();
			});
		}));
		assertThat(thrown).isInstanceOf(StaleTokenException.class);
		assertThat(fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void refusalNeverHidesAnotherException(Kind kind) {
		fixture.seal(6);
		IllegalStateException own = new IllegalStateException("the task's own");
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(
				() -> context(kind).guarded(5, () -> context(kind).transaction().executeWithoutResult((status) -> {
					throw own;
				})))
			.isSameAs(own)
			.satisfies((thrown) -> assertThat(thrown.getSuppressed()).singleElement()
				.isInstanceOf(StaleTokenException.class));
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void nextFencedWriteThrowsTheRefusalOnce(Kind kind) {
		fixture.seal(6);
		FencedJdbcTemplate template = context(kind).application.getBean(FencedJdbcTemplate.class);
		Throwable[] thrown = new Throwable[2];
		Throwable left = catchThrowable(
				() -> context(kind).guarded(5, () -> context(kind).transaction().executeWithoutResult((status) -> {
					thrown[0] = catchThrowable(() -> template.update("DELETE FROM payment"));
					thrown[1] = catchThrowable(() -> template.update("DELETE FROM payment"));
					status.setRollbackOnly();
				})));
		assertThat(thrown[0]).isInstanceOf(StaleTokenException.class).isSameAs(thrown[1]);
		assertThat(left).isNull();
		assertThat(fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void embeddedCheckIsNotDoneASecondTime(Kind kind) {
		fixture.seal(5);
		context(kind).guarded(5, () -> context(kind).transaction().executeWithoutResult((status) -> {
			// Were it done again, it would find the newer intent.
			fixture.intend(6);
			assertThat(context(kind).application.getBean(FencedJdbcTemplate.class)
				.update("UPDATE payment SET status = 'SETTLED' WHERE id = 1")).isOne();
		}));
		assertThat(fixture.status(1)).isEqualTo("SETTLED");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void newTransactionInsideIsCheckedByItself(Kind kind) {
		fixture.seal(5);
		Throwable thrown = catchThrowable(
				() -> context(kind).guarded(5, () -> context(kind).transaction().executeWithoutResult((outer) -> {
					write(kind, "UPDATE payment SET status = 'OUTER' WHERE id = 1");
					fixture.intend(6);
					context(kind).transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
						.executeWithoutResult(
								(inner) -> write(kind, "UPDATE payment SET status = 'INNER' WHERE id = 2"));
				})));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(fixture.status(2)).isEqualTo("PENDING");
		assertThat(fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void newTransactionInsideLeavesTheOuterOneCheckedAsItWas(Kind kind) {
		fixture.seal(5);
		context(kind).guarded(5, () -> context(kind).transaction().executeWithoutResult((outer) -> {
			context(kind).transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
				.executeWithoutResult((inner) -> write(kind, "UPDATE payment SET status = 'INNER' WHERE id = 2"));
			fixture.intend(6);
			assertThat(context(kind).application.getBean(FencedJdbcTemplate.class)
				.update("UPDATE payment SET status = 'OUTER' WHERE id = 1")).isOne();
		}));
		assertThat(List.of(fixture.status(1), fixture.status(2))).containsExactly("OUTER", "INNER");
	}

	@Test
	void nestedTransactionIsHeldByTheLockOfTheOuterOne() {
		fixture.seal(5);
		jdbc.guarded(5, () -> jdbc.transaction().executeWithoutResult((outer) -> {
			jdbc.transaction(TransactionDefinition.PROPAGATION_NESTED).executeWithoutResult((inner) -> {
				write(Kind.JDBC, "UPDATE payment SET status = 'UNDONE' WHERE id = 1");
				inner.setRollbackOnly();
			});
			assertThatExceptionOfType(DataAccessException.class).as("the fence is still locked")
				.isThrownBy(() -> fixture.admin.execute((Connection connection) -> {
					try (Statement statement = connection.createStatement()) {
						statement.execute("SET lock_timeout = '50ms'");
						try {
							return statement.executeUpdate("UPDATE leader_fence SET fence_token = 6");
						}
						finally {
							statement.execute("SET lock_timeout = '8s'");
						}
					}
				}));
			write(Kind.JDBC, "UPDATE payment SET status = 'SETTLED' WHERE id = 2");
		}));
		assertThat(List.of(fixture.status(1), fixture.status(2))).containsExactly("PENDING", "SETTLED");
	}

	@Test
	void nestedTransactionInAStaleOneChangesNothing() {
		fixture.seal(6);
		Throwable thrown = catchThrowable(() -> jdbc.guarded(5,
				() -> jdbc.transaction()
					.executeWithoutResult((outer) -> jdbc.transaction(TransactionDefinition.PROPAGATION_NESTED)
						.executeWithoutResult(
								(inner) -> write(Kind.JDBC, "UPDATE payment SET status = 'STALE' WHERE id = 1")))));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void readOnlyTransactionIsNotCheckedAndCannotWrite(Kind kind) {
		fixture.seal(6);
		TransactionTemplate readOnly = context(kind).transaction();
		readOnly.setReadOnly(true);
		assertThat(context(kind).<Long>guarded(5,
				() -> readOnly
					.execute((status) -> plain(kind).queryForObject("SELECT count(*) FROM payment", Long.class))))
			.isEqualTo(3);
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> context(kind).guarded(5, () -> readOnly
			.executeWithoutResult((status) -> write(kind, "UPDATE payment SET status = 'STALE' WHERE id = 1"))));
		assertThat(fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void writingTransactionInsideAReadOnlyOneIsChecked(Kind kind) {
		fixture.seal(6);
		TransactionTemplate readOnly = context(kind).transaction();
		readOnly.setReadOnly(true);
		Throwable thrown = catchThrowable(() -> context(kind).guarded(5, () -> readOnly
			.executeWithoutResult((outer) -> context(kind).transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
				.executeWithoutResult((inner) -> write(kind, "UPDATE payment SET status = 'STALE' WHERE id = 1")))));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void transactionThatWasOpenedBeforeTheGuardIsRefusedAtItsEntry(Kind kind) {
		fixture.seal(6);
		Throwable thrown = catchThrowable(() -> context(kind).transaction().executeWithoutResult((status) -> {
			write(kind, "UPDATE payment SET status = 'STALE' WHERE id = 1");
			context(kind).guarded(5, () -> write(kind, "UPDATE payment SET status = 'STALE' WHERE id = 2"));
		}));
		assertThat(thrown).isInstanceOf(StaleTokenException.class);
		assertThat(List.of(fixture.status(1), fixture.status(2))).containsOnly("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void leadershipThatDoesNotHoldIsRefusedWithoutAskingTheDatabase(Kind kind) {
		FixedLeadership leadership = FencingFixture.leadership(FencingFixture.token(5));
		fixture.seal(5);
		Throwable thrown = catchThrowable(
				() -> context(kind).application.getBean(GuardedCalls.class).call(leadership, () -> {
					leadership.end();
					context(kind).transaction()
						.executeWithoutResult(
								(status) -> write(kind, "UPDATE payment SET status = 'LATE' WHERE id = 1"));
					return true;
				}));
		assertThat(Stream.concat(Stream.of(thrown), Stream.of(thrown.getSuppressed()))
			.filter(NotLeaderException.class::isInstance)).hasSize(1);
		assertThat(fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void fenceThatIsNotSealedIsRefused(Kind kind) {
		Throwable thrown = catchThrowable(() -> context(kind).guarded(5, () -> context(kind).transaction()
			.executeWithoutResult((status) -> write(kind, "UPDATE payment SET status = 'EARLY' WHERE id = 1"))));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(FenceNotSealedException.class);
		assertThat(fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void checkThatTakesTooLongIsWrappedAndRefused(Kind kind) {
		fixture.seal(5);
		TransactionTemplate bounded = context(kind).transaction();
		bounded.setTimeout(1);
		Throwable thrown = fixture.transaction.execute((blocker) -> {
			new JdbcTemplate(fixture.pool).update("UPDATE leader_fence SET holder = 'busy'");
			return catchThrowable(() -> context(kind).guarded(5, () -> bounded.executeWithoutResult((status) -> {
			})));
		});
		assertThat(refusals(thrown)).singleElement().isInstanceOf(FenceCheckFailedException.class);
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void writeAfterTheCommitInATransactionOfItsOwnIsFenced(Kind kind) {
		fixture.seal(5);
		Throwable thrown = catchThrowable(() -> context(kind).guarded(5, () -> afterCommit(kind, () -> {
			fixture.seal(6);
			context(kind).transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
				.executeWithoutResult((status) -> write(kind, "UPDATE payment SET status = 'LATE' WHERE id = 2"));
		})));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(List.of(fixture.status(1), fixture.status(2))).containsExactly("SETTLED", "PENDING");
	}

	@Test
	void writeAfterTheCommitWithoutATransactionIsDiscarded() {
		fixture.seal(5);
		jdbc.guarded(5, () -> afterCommit(Kind.JDBC, () -> {
			fixture.seal(6);
			write(Kind.JDBC, "UPDATE payment SET status = 'LATE' WHERE id = 2");
		}));
		assertThat(List.of(fixture.status(1), fixture.status(2))).containsExactly("SETTLED", "PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void fencedWriteAfterTheCommitIsCheckedAnewAndKept(Kind kind) {
		fixture.seal(5);
		context(kind).guarded(5,
				() -> afterCommit(kind, () -> context(kind).application.getBean(FencedJdbcTemplate.class)
					.update("UPDATE payment SET status = 'LATE' WHERE id = 2")));
		assertThat(List.of(fixture.status(1), fixture.status(2))).containsExactly("SETTLED", "LATE");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void refusedTransactionLeavesNothingForTheNextOne(Kind kind) {
		fixture.seal(6);
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> context(kind).guarded(5, () -> context(kind).transaction()
				.executeWithoutResult((status) -> write(kind, "UPDATE payment SET status = 'STALE' WHERE id = 1"))));
		context(kind).guarded(6, () -> context(kind).transaction()
			.executeWithoutResult((status) -> write(kind, "UPDATE payment SET status = 'SETTLED' WHERE id = 1")));
		assertThat(fixture.status(1)).isEqualTo("SETTLED");
	}

	private static void afterCommit(Kind kind, Runnable work) {
		context(kind).transaction().executeWithoutResult((status) -> {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void afterCommit() {
					work.run();
				}

			});
			write(kind, "UPDATE payment SET status = 'SETTLED' WHERE id = 1");
		});
	}

	private static LibraryContext context(Kind kind) {
		return (kind == Kind.JPA) ? jpa : jdbc;
	}

	private static void write(Kind kind, String sql) {
		plain(kind).update(sql);
	}

	private static JdbcTemplate plain(Kind kind) {
		return context(kind).application.getBean(JdbcTemplate.class);
	}

	private static Stream<Throwable> refusals(Throwable thrown) {
		assertThat(thrown).isNotNull();
		return Stream.concat(Stream.of(thrown), Stream.of(thrown.getSuppressed()))
			.filter(FencingException.class::isInstance);
	}

}
