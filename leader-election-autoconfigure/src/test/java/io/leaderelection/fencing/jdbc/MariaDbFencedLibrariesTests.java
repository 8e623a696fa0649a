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

import io.leaderelection.fencing.jdbc.LibraryContext.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the fencing of libraries on MariaDB.
 */
class MariaDbFencedLibrariesTests extends AbstractFencedLibrariesTests {

	@Override
	TestDatabase database() {
		return TestDatabase.mariaDb();
	}

	@ParameterizedTest
	@EnumSource(Kind.class)
	void transactionIsLimitedInIdleTime(Kind kind) {
		this.fixture.seal(5);
		context(kind).guarded(5,
				() -> context(kind).transaction()
					.executeWithoutResult((status) -> assertThat(context(kind).application.getBean(JdbcTemplate.class)
						.queryForObject("SELECT @@SESSION.idle_transaction_timeout", Integer.class)).isEqualTo(2)));
	}

}
