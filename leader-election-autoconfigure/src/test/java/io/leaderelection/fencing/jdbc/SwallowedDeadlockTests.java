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

import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.fencing.jdbc.LibraryContext.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for the fencing of transactions on databases that roll back the victim of a
 * deadlock and let its connection go on.
 */
interface SwallowedDeadlockTests {

	FencingFixture fixture();

	LibraryContext context(Kind kind);

	/**
	 * Promise I2: the error rolls the transaction back and gives up the lock on the
	 * fence, but the connection goes on in a new transaction.
	 */
	@ParameterizedTest
	@EnumSource(Kind.class)
	default void staleWriteAfterADeadlockThatWasSwallowedIsRefusedByTheCommit(Kind kind) {
		fixture().seal(5);
		SwallowedDeadlock deadlock = new SwallowedDeadlock(fixture());
		Throwable thrown = catchThrowable(() -> context(kind).guarded(5,
				() -> context(kind).transaction().executeWithoutResult((status) -> writeStale(kind, deadlock))));
		assertThat(thrown).isInstanceOf(StaleTokenException.class);
		assertThat(fixture().content()).doesNotContain("STALE");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	default void staleWriteAfterADeadlockIsRefusedThoughTheTransactionWasBegunBeforeTheGuard(Kind kind) {
		fixture().seal(5);
		SwallowedDeadlock deadlock = new SwallowedDeadlock(fixture());
		Throwable thrown = catchThrowable(() -> context(kind).transaction()
			.executeWithoutResult((status) -> context(kind).guarded(5, () -> writeStale(kind, deadlock))));
		assertThat(thrown).isInstanceOf(StaleTokenException.class);
		assertThat(fixture().content()).doesNotContain("STALE");
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	default void writeAfterADeadlockPassesIfTheLeaderIsStillTheSame(Kind kind) {
		fixture().seal(5);
		SwallowedDeadlock deadlock = new SwallowedDeadlock(fixture());
		context(kind).guarded(5, () -> context(kind).transaction().executeWithoutResult((status) -> {
			deadlock.happen(context(kind).plain());
			context(kind).plain().update("INSERT INTO payment (id, status) VALUES (9, 'SETTLED')");
		}));
		assertThat(fixture().status(9)).isEqualTo("SETTLED");
	}

	private void writeStale(Kind kind, SwallowedDeadlock deadlock) {
		deadlock.happen(context(kind).plain());
		fixture().sealWithoutWaiting();
		context(kind).plain().update("INSERT INTO payment (id, status) VALUES (9, 'STALE')");
	}

}
