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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.leaderelection.fencing.FencingException;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.fencing.jdbc.LibraryContext.Kind;
import io.leaderelection.fencing.jdbc.libraries.LibraryWrite;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.sql.init.DatabaseInitializationMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for the fencing of libraries that know nothing of it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractFencedLibrariesTests {

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

	Stream<Arguments> kindsAndWrites() {
		return Stream.of(Kind.values())
			.flatMap((kind) -> Stream.of(LibraryWrite.values())
				.filter((write) -> kind == Kind.JPA || !write.isJpa())
				.map((write) -> Arguments.of(kind, write)));
	}

	Stream<Arguments> kindsAndWritesInTransactionsOfTheirOwn() {
		return kindsAndWrites().filter((arguments) -> ((LibraryWrite) arguments.get()[1]).hasOwnTransaction());
	}

	/**
	 * Promise I2.
	 */
	@ParameterizedTest
	@MethodSource("kindsAndWrites")
	void staleWriteIsRefused(Kind kind, LibraryWrite write) {
		this.fixture.seal(5);
		String before = content();
		Throwable failure = catchThrowable(() -> context(kind).guarded(5, () -> {
			this.fixture.seal(6);
			context(kind).transaction().executeWithoutResult((status) -> write.write(context(kind).application));
		}));
		assertThat(refusals(failure)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(content()).isEqualTo(before);
	}

	/**
	 * Promise I2.
	 */
	@ParameterizedTest
	@MethodSource("kindsAndWritesInTransactionsOfTheirOwn")
	void staleWriteInATransactionOfTheLibrarysOwnIsRefused(Kind kind, LibraryWrite write) {
		this.fixture.seal(5);
		String before = content();
		Throwable failure = catchThrowable(() -> context(kind).guarded(5, () -> {
			this.fixture.seal(6);
			write.write(context(kind).application);
		}));
		assertThat(refusals(failure)).singleElement().isInstanceOf(StaleTokenException.class);
		assertThat(content()).isEqualTo(before);
	}

	@ParameterizedTest
	@MethodSource("kindsAndWrites")
	void writeOfTheCurrentLeaderPasses(Kind kind, LibraryWrite write) {
		this.fixture.seal(5);
		String before = content();
		context(kind).guarded(5, () -> context(kind).transaction()
			.executeWithoutResult((status) -> write.write(context(kind).application)));
		assertThat(content()).isNotEqualTo(before);
	}

	@ParameterizedTest
	@MethodSource("kindsAndWrites")
	void writeOutsideOfGuardedWorkIsNotFenced(Kind kind, LibraryWrite write) {
		this.fixture.seal(6);
		String before = content();
		context(kind).transaction().executeWithoutResult((status) -> write.write(context(kind).application));
		assertThat(content()).isNotEqualTo(before);
	}

	/**
	 * Promise I2, lesson 10: the task stands still inside its transaction.
	 */
	@ParameterizedTest
	@EnumSource(Kind.class)
	void nextLeaderGetsPastATaskThatStandsStillInsideItsTransaction(Kind kind) throws Exception {
		this.fixture.seal(5);
		CountDownLatch written = new CountDownLatch(1);
		CountDownLatch released = new CountDownLatch(1);
		CompletableFuture<Throwable> task = CompletableFuture.supplyAsync(() -> catchThrowable(
				() -> context(kind).guarded(5, () -> context(kind).transaction().executeWithoutResult((status) -> {
					LibraryWrite.JOOQ_UPDATE.write(context(kind).application);
					written.countDown();
					await(released);
					LibraryWrite.MYBATIS_INSERT.write(context(kind).application);
				}))));
		assertThat(written.await(10, TimeUnit.SECONDS)).isTrue();
		try (JdbcFenceSealer sealer = new JdbcFenceSealer(this.fixture.fencing,
				new FenceSchemaInitializer(DatabaseInitializationMode.NEVER))) {
			assertThat(sealer
				.seal(new SealRequest(FencingFixture.token(6), "lineage", "next leader", Duration.ofSeconds(5)))
				.toCompletableFuture()
				.get(10, TimeUnit.SECONDS)).isInstanceOf(SealOutcome.Sealed.class);
		}
		released.countDown();
		assertThat(task.get(10, TimeUnit.SECONDS)).isNotNull();
		assertThat(content()).doesNotContain("SETTLED");
	}

	@Test
	void jpaAndTheFencedTemplateShareOneTransactionAndOneCheck() {
		this.fixture.seal(5);
		this.jpa.guarded(5, () -> this.jpa.transaction().executeWithoutResult((status) -> {
			LibraryWrite.JPA_FLUSH.write(this.jpa.application);
			this.jpa.application.getBean(FencedJdbcTemplate.class)
				.update("UPDATE payment SET status = 'B' WHERE id = 2");
		}));
		assertThat(this.fixture.status(1)).isEqualTo("SETTLED");
		assertThat(this.fixture.stamp(2)).isEqualTo(5);
	}

	LibraryContext context(Kind kind) {
		return (kind == Kind.JPA) ? this.jpa : this.jdbc;
	}

	static Stream<Throwable> refusals(Throwable failure) {
		return Stream.concat(Stream.of(failure), Stream.of(failure.getSuppressed()))
			.filter(FencingException.class::isInstance);
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	String content() {
		return this.fixture.admin.queryForList("SELECT id, status, fence_token FROM payment ORDER BY id").toString();
	}

}
