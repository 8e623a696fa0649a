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
import java.util.stream.Stream;

import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.servers.H2Database;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link FencedJdbcTemplate} on H2.
 */
class H2FencedJdbcTemplateTests extends AbstractFencedJdbcTemplateTests {

	@Override
	TestDatabase database() {
		return TestDatabase.h2();
	}

	@Override
	Stream<String> unfenceable() {
		return Stream.of("DELETE FROM payment; DELETE FROM plain", "COMMIT", "ROLLBACK", "SAVEPOINT s",
				"UPDATE payment SET FENCE_TOKEN = 99", "UPDATE payment SET \"FENCE_TOKEN\" = 99",
				"TRUNCATE TABLE plain", "DROP TABLE plain", "CREATE TABLE other (id INT)", "SET AUTOCOMMIT ON",
				"SET MODE MySQL", "CALL ABS(1)", "EXPLAIN ANALYZE DELETE FROM payment",
				"EXECUTE IMMEDIATE 'DELETE FROM plain'", "DELETE FROM payment WHERE id = ?1",
				"UPDATE payment SET status = $$x$$", "RUNSCRIPT FROM 'nowhere'");
	}

	@Test
	void userWhoMayOnlyReadTheFenceStillLocksIt() {
		this.fixture.admin.execute("CREATE USER IF NOT EXISTS reader PASSWORD 'reader'");
		for (String table : List.of("leader_fence", "leader_fence_intent")) {
			this.fixture.admin.execute("GRANT SELECT ON " + table + " TO reader");
		}
		this.fixture.admin.execute("GRANT ALL ON payment TO reader");
		FencedDatabase database = new FencedDatabase("reader",
				((H2Database) this.fixture.home).dataSource("reader", "reader"));
		FencedJdbcTemplate template = new FencedJdbcTemplate(
				new JdbcFencing("shop", ProtectedDatabases.single(database), (election) -> FencingFixture.IDLE_LIMIT),
				database);
		this.fixture.seal(5);
		assertThat(this.fixture.as(5, () -> template.update("UPDATE payment SET status = 'x' WHERE id = 1"))).isOne();
		this.fixture.seal(6);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(
				() -> this.fixture.as(5, () -> template.update("UPDATE payment SET status = 'y' WHERE id = 1")));
		this.fixture.admin.execute("DROP USER reader");
	}

}
