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

package io.leaderelection.servers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link PostgresServer}.
 */
class PostgresServerTests {

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	@RegisterExtension
	static final PostgresDatabase other = PostgresServer.database();

	@Test
	void eachDatabaseIsFresh() {
		new JdbcTemplate(database.dataSource()).execute("CREATE TABLE only_here (id INT)");
		assertThat(new JdbcTemplate(other.dataSource()).queryForObject("SELECT to_regclass('only_here')", String.class))
			.isNull();
	}

	@Test
	void commitsAreDurableAsInProduction() {
		assertThat(new JdbcTemplate(database.dataSource()).queryForObject("SHOW synchronous_commit", String.class))
			.isEqualTo("on");
	}

	@Test
	void databaseUrlHasTheUsualForms() {
		assertThat(DatabaseUrl.parse("postgres://me:secret@db:6543/app?sslmode=require"))
			.isEqualTo(new DatabaseUrl("jdbc:postgresql://db:6543/app?sslmode=require", "me", "secret"));
		assertThat(DatabaseUrl.parse("jdbc:postgresql://db/app?user=me&password=secret"))
			.isEqualTo(new DatabaseUrl("jdbc:postgresql://db:5432/app?user=me&password=secret", "me", "secret"));
	}

	@Test
	void databaseUrlOfAnotherKindIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> DatabaseUrl.parse("mysql://db/app"))
			.withMessageContaining("DATABASE_URL must begin with");
	}

	@Test
	void urlNamesTheDatabaseAndKeepsTheOptions() {
		assertThat(new PostgresServer("jdbc:postgresql://db:5432/app?sslmode=require", "me", "").url("other"))
			.isEqualTo("jdbc:postgresql://db:5432/other?sslmode=require");
	}

}
