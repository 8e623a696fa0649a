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
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.leaderelection.NotLeaderException;
import io.leaderelection.fencing.NoFencingTokenException;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.fencing.StoredGrant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.SimpleJdbcInsert;
import org.springframework.jdbc.support.GeneratedKeyHolder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link FencedJdbcTemplate} in auto-commit mode: whatever way a write takes,
 * the current leader's passes and is stamped, and a stale one changes nothing.
 */
class FencedJdbcTemplateTests {

	@RegisterExtension
	static final FencingFixture fixture = new FencingFixture();

	private final FencedJdbcTemplate jdbc = fixture.jdbc;

	enum Way {

		UPDATE {
			@Override
			void write(JdbcTemplate jdbc) {
				assertThat(jdbc.update("UPDATE payment SET status = 'SETTLED' WHERE id = ?", 1)).isOne();
			}
		},
		UPDATE_WITHOUT_PARAMETERS {
			@Override
			void write(JdbcTemplate jdbc) {
				assertThat(jdbc.update("UPDATE payment SET status = 'SETTLED' WHERE id = 1")).isOne();
			}
		},
		EXECUTE {
			@Override
			void write(JdbcTemplate jdbc) {
				jdbc.execute("UPDATE payment SET status = 'SETTLED' WHERE id = 1");
			}
		},
		DELETE {
			@Override
			void write(JdbcTemplate jdbc) {
				assertThat(jdbc.update("DELETE FROM payment WHERE id = ?", 1)).isOne();
			}
		},
		INSERT {
			@Override
			void write(JdbcTemplate jdbc) {
				assertThat(jdbc.update("INSERT INTO payment (id, status) VALUES (?, ?)", 4, "SETTLED")).isOne();
			}
		},
		INSERT_FROM_SELECT {
			@Override
			void write(JdbcTemplate jdbc) {
				assertThat(jdbc.update(
						"INSERT INTO payment (id, status) SELECT id + 3, 'SETTLED' FROM payment WHERE id = ? OR id = ?",
						1, 2))
					.isEqualTo(2);
			}
		},
		INSERT_FROM_AGGREGATE {
			@Override
			void write(JdbcTemplate jdbc) {
				assertThat(jdbc.update("INSERT INTO payment (id, status) SELECT max(id) + 1, 'SETTLED' FROM payment"))
					.isOne();
			}
		},
		UPSERT {
			@Override
			void write(JdbcTemplate jdbc) {
				assertThat(jdbc.update("INSERT INTO payment (id, status) VALUES (?, ?) ON CONFLICT (id)"
						+ " DO UPDATE SET status = EXCLUDED.status", 1, "SETTLED"))
					.isOne();
			}
		},
		MERGE {
			@Override
			void write(JdbcTemplate jdbc) {
				assertThat(jdbc.update("MERGE INTO payment p USING (SELECT 1 AS id) s ON p.id = s.id"
						+ " WHEN MATCHED THEN UPDATE SET status = 'SETTLED'"))
					.isOne();
			}
		},
		WRITING_SUBQUERY {
			@Override
			void write(JdbcTemplate jdbc) {
				assertThat(jdbc.queryForObject("WITH done AS (UPDATE payment SET status = 'SETTLED' WHERE id = 1"
						+ " RETURNING id) SELECT count(*) FROM done", Long.class))
					.isOne();
			}
		},
		RETURNING_AS_QUERY {
			@Override
			void write(JdbcTemplate jdbc) {
				assertThat(jdbc.queryForList("UPDATE payment SET status = 'SETTLED' WHERE id = ? RETURNING id",
						Integer.class, 1))
					.containsExactly(1);
			}
		},
		RETURNING_AS_STREAM {
			@Override
			void write(JdbcTemplate jdbc) {
				try (Stream<Integer> ids = jdbc.queryForStream(
						"INSERT INTO payment (id, status) VALUES (7, 'SETTLED'), (8, 'SETTLED') RETURNING id",
						(row, number) -> row.getInt(1))) {
					assertThat(ids).containsExactly(7, 8);
				}
			}
		},
		GENERATED_KEYS {
			@Override
			void write(JdbcTemplate jdbc) {
				GeneratedKeyHolder keys = new GeneratedKeyHolder();
				assertThat(jdbc.update((connection) -> {
					PreparedStatement statement = connection.prepareStatement(
							"INSERT INTO payment (id, status) VALUES (?, 'SETTLED')", new String[] { "id" });
					statement.setInt(1, 5);
					return statement;
				}, keys)).isOne();
				assertThat(keys.getKey()).isEqualTo(5);
			}
		},
		BATCH_OF_PARAMETERS {
			@Override
			void write(JdbcTemplate jdbc) {
				assertThat(jdbc.batchUpdate("UPDATE payment SET status = 'SETTLED' WHERE id = ?",
						List.of(new Object[] { 1 }, new Object[] { 2 })))
					.containsExactly(1, 1);
			}
		},
		BATCH_OF_STATEMENTS {
			@Override
			void write(JdbcTemplate jdbc) {
				assertThat(jdbc.batchUpdate("UPDATE payment SET status = 'SETTLED' WHERE id = 1",
						"INSERT INTO payment (id, status) VALUES (6, 'SETTLED')"))
					.containsExactly(1, 1);
			}
		},
		NAMED_PARAMETERS {
			@Override
			void write(JdbcTemplate jdbc) {
				assertThat(new NamedParameterJdbcTemplate(jdbc)
					.update("UPDATE payment SET status = :status WHERE id = :id", Map.of("status", "SETTLED", "id", 1)))
					.isOne();
			}
		},
		CLIENT_WITH_TIMEOUT {
			@Override
			void write(JdbcTemplate jdbc) {
				assertThat(JdbcClient.create(jdbc)
					.sql("UPDATE payment SET status = 'SETTLED' WHERE id = :id")
					.withQueryTimeout(5)
					.param("id", 1)
					.update()).isOne();
			}
		},
		SIMPLE_INSERT {
			@Override
			void write(JdbcTemplate jdbc) {
				assertThat(new SimpleJdbcInsert(jdbc).withTableName("payment")
					.usingColumns("id", "status")
					.execute(Map.of("id", 9, "status", "SETTLED"))).isOne();
			}
		},
		CALLBACK {
			@Override
			void write(JdbcTemplate jdbc) {
				jdbc.execute((Connection connection) -> {
					try (Statement statement = connection.createStatement()) {
						return statement.getConnection()
							.prepareStatement("UPDATE payment SET status = 'SETTLED' WHERE id = 1")
							.executeUpdate();
					}
				});
			}
		},
		TABLE_WITHOUT_COLUMN {
			@Override
			void write(JdbcTemplate jdbc) {
				assertThat(jdbc.update("UPDATE plain SET status = 'SETTLED' WHERE id = ?", 1)).isOne();
			}
		},
		TRUNCATE {
			@Override
			void write(JdbcTemplate jdbc) {
				jdbc.execute("TRUNCATE plain");
			}
		},
		BLOCK {
			@Override
			void write(JdbcTemplate jdbc) {
				jdbc.execute("DO $$ BEGIN UPDATE payment SET status = 'SETTLED' WHERE id = 1; END $$");
			}
		};

		abstract void write(JdbcTemplate jdbc);

	}

	@ParameterizedTest
	@EnumSource(Way.class)
	void writeOfTheCurrentLeaderPasses(Way way) {
		fixture.seal(5);
		String before = content();
		fixture.as(5, () -> way.write(this.jdbc));
		assertThat(content()).isNotEqualTo(before);
	}

	@ParameterizedTest
	@EnumSource(Way.class)
	void staleWriteOnUntouchedRowsChangesNothing(Way way) {
		fixture.seal(6);
		String before = content();
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> fixture.as(5, () -> way.write(this.jdbc)));
		assertThat(content()).isEqualTo(before);
	}

	@ParameterizedTest
	@EnumSource(Way.class)
	void writeWithoutATokenChangesNothing(Way way) {
		fixture.seal(5);
		String before = content();
		assertThatExceptionOfType(NoFencingTokenException.class).isThrownBy(() -> way.write(this.jdbc));
		assertThat(content()).isEqualTo(before);
	}

	@ParameterizedTest
	@EnumSource(Way.class)
	void writePastTheLocalDeadlineChangesNothing(Way way) {
		fixture.seal(5);
		String before = content();
		FencingFixture.TestLeadership leadership = FencingFixture.leadership(FencingFixture.token(5));
		leadership.valid = false;
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> fixture.as(leadership, () -> {
			way.write(this.jdbc);
			return true;
		}));
		assertThat(content()).isEqualTo(before);
	}

	@Test
	void refusalNamesElectionGrantsAndStatement() {
		fixture.seal(6);
		assertThatExceptionOfType(StaleTokenException.class)
			.isThrownBy(() -> fixture.as(5, () -> this.jdbc.update("DELETE FROM payment")))
			.satisfies((ex) -> {
				assertThat(ex.getElection()).isEqualTo("settlement");
				assertThat(ex.getToken()).isEqualTo(FencingFixture.token(5));
				assertThat(ex.getStored()).isEqualTo(new StoredGrant(6, "grant-6"));
				assertThat(ex.getStatement()).isEqualTo("DELETE FROM payment");
			})
			.withMessageContaining("election: settlement, own grant: 5(grant-5), stored grant: 6(grant-6)");
	}

	private static String content() {
		return fixture.admin
			.queryForList("SELECT 'payment' AS t, id, status, fence_token FROM payment UNION ALL"
					+ " SELECT 'plain', id, status, 0 FROM plain ORDER BY 1, 2")
			.toString();
	}

}
