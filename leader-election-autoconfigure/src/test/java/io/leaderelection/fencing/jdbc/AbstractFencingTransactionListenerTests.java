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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import io.leaderelection.NotLeaderException;
import io.leaderelection.context.FixedLeadership;
import io.leaderelection.fencing.FenceCheckFailedException;
import io.leaderelection.fencing.FenceNotSealedException;
import io.leaderelection.fencing.FencingException;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.fencing.jdbc.LibraryContext.Kind;
import io.leaderelection.gate.GuardedCalls;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link FencingTransactionListener} with the transaction managers of JDBC and
 * of JPA. What counts is what is stored afterwards.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractFencingTransactionListenerTests {

	@RegisterExtension
	@Order(1)
	final FencingFixture fixture = new FencingFixture(database());

	@RegisterExtension
	@Order(2)
	final LibraryContext jdbc = new LibraryContext(this.fixture, Kind.JDBC);

	@RegisterExtension
	@Order(3)
	final LibraryContext jpa = new LibraryContext(this.fixture, Kind.JPA);

	abstract TestDatabase database();

	@ParameterizedTest
	@EnumSource(Kind.class)
	void commitOfARefusedTransactionDoesNotPassSilently(Kind kind) {
		this.fixture.seal(6);
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
		assertThat(this.fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void refusalIsThrownWhenTheGateIsLeftIfTheWorkRolledBackItself(Kind kind) {
		this.fixture.seal(6);
		Throwable thrown = catchThrowable(() -> context(kind).guarded(5, () -> {
			context(kind).transaction().executeWithoutResult((status) -> {
				write(kind, "UPDATE payment SET status = 'STALE' WHERE id = 1");
				status.setRollbackOnly();
			});
		}));
		assertThat(thrown).isInstanceOf(StaleTokenException.class);
		assertThat(this.fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void refusalNeverHidesAnotherException(Kind kind) {
		this.fixture.seal(6);
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
		this.fixture.seal(6);
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
		assertThat(this.fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void embeddedCheckIsNotDoneASecondTime(Kind kind) {
		this.fixture.seal(5);
		context(kind).guarded(5, () -> context(kind).transaction().executeWithoutResult((status) -> {
			// Were it done again, it would find the newer intent.
			this.fixture.intend(6);
			assertThat(context(kind).application.getBean(FencedJdbcTemplate.class)
				.update("UPDATE payment SET status = 'SETTLED' WHERE id = 1")).isOne();
		}));
		assertThat(this.fixture.status(1)).isEqualTo("SETTLED");
	}

	@Test
	void nestedTransactionIsHeldByTheLockOfTheOuterOne() {
		this.fixture.seal(5);
		AtomicReference<CompletableFuture<Void>> sealed = new AtomicReference<>();
		this.jdbc.guarded(5, () -> this.jdbc.transaction().executeWithoutResult((outer) -> {
			this.jdbc.transaction(TransactionDefinition.PROPAGATION_NESTED).executeWithoutResult((inner) -> {
				write(Kind.JDBC, "UPDATE payment SET status = 'UNDONE' WHERE id = 1");
				inner.setRollbackOnly();
			});
			sealed.set(CompletableFuture.runAsync(() -> this.fixture.seal(6)));
			await().during(Duration.ofMillis(300)).until(() -> !sealed.get().isDone());
			write(Kind.JDBC, "UPDATE payment SET status = 'SETTLED' WHERE id = 2");
		}));
		sealed.get().join();
		assertThat(List.of(this.fixture.status(1), this.fixture.status(2))).containsExactly("PENDING", "SETTLED");
	}

	@Test
	void nestedTransactionInAStaleOneChangesNothing() {
		this.fixture.seal(6);
		Throwable thrown = catchThrowable(() -> this.jdbc.guarded(5,
				() -> this.jdbc.transaction()
					.executeWithoutResult((outer) -> this.jdbc.transaction(TransactionDefinition.PROPAGATION_NESTED)
						.executeWithoutResult(
								(inner) -> write(Kind.JDBC, "UPDATE payment SET status = 'STALE' WHERE id = 1")))));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(this.fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void transactionThatWasOpenedBeforeTheGuardIsRefusedAtItsEntry(Kind kind) {
		this.fixture.seal(6);
		Throwable thrown = catchThrowable(() -> context(kind).transaction().executeWithoutResult((status) -> {
			write(kind, "UPDATE payment SET status = 'STALE' WHERE id = 1");
			context(kind).guarded(5, () -> write(kind, "UPDATE payment SET status = 'STALE' WHERE id = 2"));
		}));
		assertThat(thrown).isInstanceOf(StaleTokenException.class);
		assertThat(List.of(this.fixture.status(1), this.fixture.status(2))).containsOnly("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void leadershipThatDoesNotHoldIsRefusedWithoutAskingTheDatabase(Kind kind) {
		FixedLeadership leadership = FencingFixture.leadership(FencingFixture.token(5));
		this.fixture.seal(5);
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
		assertThat(this.fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void fenceThatIsNotSealedIsRefused(Kind kind) {
		Throwable thrown = catchThrowable(() -> context(kind).guarded(5, () -> context(kind).transaction()
			.executeWithoutResult((status) -> write(kind, "UPDATE payment SET status = 'EARLY' WHERE id = 1"))));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(FenceNotSealedException.class);
		assertThat(this.fixture.status(1)).isEqualTo("PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void checkThatTakesTooLongIsWrappedAndRefused(Kind kind) {
		this.fixture.seal(5);
		TransactionTemplate bounded = context(kind).transaction();
		bounded.setTimeout(1);
		Throwable thrown = this.fixture.transaction.execute((blocker) -> {
			new JdbcTemplate(this.fixture.pool).update("UPDATE leader_fence SET holder = 'busy'");
			return catchThrowable(() -> context(kind).guarded(5, () -> bounded.executeWithoutResult((status) -> {
			})));
		});
		assertThat(refusals(thrown)).singleElement().isInstanceOf(FenceCheckFailedException.class);
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void writeAfterTheCommitInATransactionOfItsOwnIsFenced(Kind kind) {
		this.fixture.seal(5);
		Throwable thrown = catchThrowable(() -> context(kind).guarded(5, () -> afterCommit(kind, () -> {
			this.fixture.seal(6);
			context(kind).transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
				.executeWithoutResult((status) -> write(kind, "UPDATE payment SET status = 'LATE' WHERE id = 2"));
		})));
		assertThat(refusals(thrown)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(List.of(this.fixture.status(1), this.fixture.status(2))).containsExactly("SETTLED", "PENDING");
	}

	@Test
	void writeAfterTheCommitWithoutATransactionIsDiscarded() {
		this.fixture.seal(5);
		this.jdbc.guarded(5, () -> afterCommit(Kind.JDBC, () -> {
			this.fixture.seal(6);
			write(Kind.JDBC, "UPDATE payment SET status = 'LATE' WHERE id = 2");
		}));
		assertThat(List.of(this.fixture.status(1), this.fixture.status(2))).containsExactly("SETTLED", "PENDING");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void fencedWriteAfterTheCommitIsCheckedAnewAndKept(Kind kind) {
		this.fixture.seal(5);
		context(kind).guarded(5,
				() -> afterCommit(kind, () -> context(kind).application.getBean(FencedJdbcTemplate.class)
					.update("UPDATE payment SET status = 'LATE' WHERE id = 2")));
		assertThat(List.of(this.fixture.status(1), this.fixture.status(2))).containsExactly("SETTLED", "LATE");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void refusedTransactionLeavesNothingForTheNextOne(Kind kind) {
		this.fixture.seal(6);
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> context(kind).guarded(5, () -> context(kind).transaction()
				.executeWithoutResult((status) -> write(kind, "UPDATE payment SET status = 'STALE' WHERE id = 1"))));
		context(kind).guarded(6, () -> context(kind).transaction()
			.executeWithoutResult((status) -> write(kind, "UPDATE payment SET status = 'SETTLED' WHERE id = 1")));
		assertThat(this.fixture.status(1)).isEqualTo("SETTLED");
	}

	private void afterCommit(Kind kind, Runnable work) {
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

	LibraryContext context(Kind kind) {
		return (kind == Kind.JPA) ? this.jpa : this.jdbc;
	}

	void write(Kind kind, String sql) {
		context(kind).plain().update(sql);
	}

	static Stream<Throwable> refusals(Throwable thrown) {
		assertThat(thrown).isNotNull();
		return Stream.concat(Stream.of(thrown), Stream.of(thrown.getSuppressed()))
			.filter(FencingException.class::isInstance);
	}

}
