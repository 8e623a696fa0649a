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

import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.leaderelection.fencing.MissingFenceTableException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the scripts of the tables of fences, on each kind of database.
 */
class FenceSchemaTests {

	static Stream<TestDatabase> databases() {
		return Stream.of(TestDatabase.postgres(), TestDatabase.mariaDb(), TestDatabase.h2());
	}

	@ParameterizedTest
	@MethodSource("databases")
	void tablesThatAreMissingAreNamedAndCreatedByInstancesThatStartTogether(TestDatabase home) throws Exception {
		home.create();
		try {
			assertThatExceptionOfType(MissingFenceTableException.class)
				.isThrownBy(() -> initialize(DatabaseInitializationMode.NEVER, home))
				.withMessageContaining("CREATE TABLE IF NOT EXISTS leader_fence_intent");
			createTogether(home);
			assertThat(initialize(DatabaseInitializationMode.NEVER, home)).isTrue();
			assertThat(new JdbcTemplate(home.dataSource()).queryForObject("SELECT count(*) FROM leader_fence",
					Integer.class))
				.isZero();
		}
		finally {
			home.drop();
		}
	}

	private static void createTogether(TestDatabase home) throws Exception {
		ExecutorService instances = Executors.newFixedThreadPool(6);
		try {
			Callable<Boolean> start = () -> initialize(DatabaseInitializationMode.ALWAYS, home);
			List<Future<Boolean>> started = instances.invokeAll(Collections.nCopies(6, start));
			for (Future<Boolean> instance : started) {
				assertThat(instance.get()).isTrue();
			}
		}
		finally {
			instances.shutdown();
		}
	}

	private static boolean initialize(DatabaseInitializationMode mode, TestDatabase home) {
		new FenceSchemaInitializer(mode)
			.initialize(ProtectedDatabases.single(new FencedDatabase("settlements", home.dataSource())));
		return true;
	}

}
