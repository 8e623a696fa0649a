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

import io.leaderelection.fencing.FenceCheckFailedException;
import io.leaderelection.fencing.jdbc.LibraryContext.Kind;
import io.leaderelection.fencing.jdbc.libraries.LibraryWrite;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.transaction.TransactionDefinition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for the fencing of libraries on H2.
 */
class H2FencedLibrariesTests extends AbstractFencedLibrariesTests {

	@Override
	TestDatabase database() {
		return TestDatabase.h2();
	}

	@ParameterizedTest
	@MethodSource("kindsAndWrites")
	void newTransactionInsideACheckedOneIsRefusedAtOnceAsItWouldWaitForItself(Kind kind, LibraryWrite write) {
		this.fixture.seal(5);
		String before = content();
		long start = System.nanoTime();
		Throwable failure = catchThrowable(
				() -> context(kind)
					.guarded(5,
							() -> context(kind).transaction()
								.executeWithoutResult((outer) -> context(kind)
									.transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
									.executeWithoutResult((inner) -> write.write(context(kind).application)))));
		assertThat(refusals(failure)).singleElement()
			.isInstanceOf(FenceCheckFailedException.class)
			.extracting(Throwable::getMessage)
			.asString()
			.contains("Another transaction of this thread");
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
		assertThat(content()).isEqualTo(before);
	}

}
