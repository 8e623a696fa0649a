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

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderOnly;
import io.leaderelection.Leadership;
import io.leaderelection.fencing.FencingException;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.fencing.jdbc.LibraryContext.Kind;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * Tests for guarded methods whose result is asynchronous and whose transaction, on
 * another thread, the fence refused. Nothing here is handed over by the test itself: the
 * executor is Spring Boot's, the leadership a real one.
 */
class AsynchronousRefusalTests {

	@RegisterExtension
	static final FencingFixture fixture = new FencingFixture(TestDatabase.postgres());

	@RegisterExtension
	static final LibraryContext jdbc = new LibraryContext(fixture, Kind.JDBC, Jobs.class);

	@RegisterExtension
	static final LibraryContext jpa = new LibraryContext(fixture, Kind.JPA, Jobs.class);

	@BeforeAll
	static void propagateTheContext() {
		Hooks.enableAutomaticContextPropagation();
	}

	@AfterAll
	static void propagateNoLonger() {
		Hooks.disableAutomaticContextPropagation();
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void writeOfTheLeaderPasses(Kind kind) throws Exception {
		fixture.seal(token(kind));
		assertThat(jobs(kind).future(false).get(10, TimeUnit.SECONDS)).isEqualTo("done");
		assertThat(fixture.status(9)).isEqualTo("SETTLED");
		fixture.admin.update("DELETE FROM payment WHERE id = 9");
		assertThat(jobs(kind).mono(false).toFuture().get(10, TimeUnit.SECONDS)).isEqualTo("done");
		assertThat(fixture.status(9)).isEqualTo("SETTLED");
	}

	/**
	 * Promise I2.
	 */
	@ParameterizedTest
	@EnumSource(Kind.class)
	void refusedCommitFailsTheFuture(Kind kind) {
		makeStale(kind);
		assertRefused(kind, failure(jobs(kind).future(false)));
	}

	/**
	 * Promise I2.
	 */
	@ParameterizedTest
	@EnumSource(Kind.class)
	void refusedCommitFailsTheMono(Kind kind) {
		makeStale(kind);
		assertRefused(kind, failure(jobs(kind).mono(false).toFuture()));
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void refusalThatNobodySawFailsTheFutureThoughTheWorkEndedWell(Kind kind) {
		makeStale(kind);
		assertThat(failure(jobs(kind).future(true))).isInstanceOf(StaleTokenException.class);
		assertThat(payments()).containsExactly(1, 2, 3);
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void refusalThatNobodySawFailsTheMonoThoughTheWorkEndedWell(Kind kind) {
		makeStale(kind);
		assertThat(failure(jobs(kind).mono(true).toFuture())).isInstanceOf(StaleTokenException.class);
		assertThat(payments()).containsExactly(1, 2, 3);
	}

	private static void assertRefused(Kind kind, Throwable failure) {
		assertThat(failure)
			.isInstanceOf((kind == Kind.JPA) ? StaleTokenException.class : UnexpectedRollbackException.class);
		assertThat(Stream.concat(Stream.of(failure), Stream.of(failure.getSuppressed()))
			.filter(FencingException.class::isInstance)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(payments()).containsExactly(1, 2, 3);
	}

	private static Throwable failure(CompletableFuture<String> result) {
		Throwable thrown = catchThrowable(() -> result.get(10, TimeUnit.SECONDS));
		assertThat(thrown).isInstanceOf(ExecutionException.class);
		return thrown.getCause();
	}

	private static List<Integer> payments() {
		return fixture.admin.queryForList("SELECT id FROM payment ORDER BY id", Integer.class);
	}

	private static void makeStale(Kind kind) {
		fixture.seal(new FencingToken(token(kind).election(), 99, "grant of another instance"));
	}

	private static FencingToken token(Kind kind) {
		ApplicationContext application = context(kind).application;
		LeaderElection election = application.getBean(LeaderElections.class)
			.get(application.getEnvironment().getRequiredProperty("election"));
		await().until(election::isLeader);
		return election.leadership().map(Leadership::token).orElseThrow();
	}

	private static Jobs jobs(Kind kind) {
		return context(kind).application.getBean(Jobs.class);
	}

	private static LibraryContext context(Kind kind) {
		return (kind == Kind.JPA) ? jpa : jdbc;
	}

	/**
	 * Guarded methods of an application.
	 */
	static class Jobs {

		private final Executor executor;

		private final TransactionTemplate transaction;

		private final JdbcTemplate jdbc;

		Jobs(@Qualifier("applicationTaskExecutor") Executor executor, PlatformTransactionManager manager,
				JdbcTemplate jdbc) {
			this.executor = executor;
			this.transaction = new TransactionTemplate(manager);
			this.jdbc = jdbc;
		}

		@LeaderOnly("${election}")
		CompletableFuture<String> future(boolean careless) {
			return CompletableFuture.supplyAsync(() -> settle(careless), this.executor);
		}

		@LeaderOnly("${election}")
		Mono<String> mono(boolean careless) {
			return Mono.fromCallable(() -> settle(careless)).subscribeOn(Schedulers.boundedElastic());
		}

		private String settle(boolean careless) {
			try {
				this.transaction.executeWithoutResult((status) -> {
					this.jdbc.update("INSERT INTO payment (id, status) VALUES (9, 'SETTLED')");
					if (careless) {
						status.setRollbackOnly();
					}
				});
			}
			catch (RuntimeException ex) {
				if (!careless) {
					throw ex;
				}
			}
			return "done";
		}

	}

}
