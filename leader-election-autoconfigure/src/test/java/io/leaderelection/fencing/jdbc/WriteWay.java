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
import java.util.Set;
import java.util.stream.Stream;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.SimpleJdbcInsert;
import org.springframework.jdbc.support.GeneratedKeyHolder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Ways that a write can take through a template.
 */
enum WriteWay {

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
					"INSERT INTO payment (id, status) SELECT id + 3, 'SETTLED' FROM payment WHERE id = ? OR id = ?", 1,
					2))
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
				PreparedStatement statement = connection
					.prepareStatement("INSERT INTO payment (id, status) VALUES (?, 'SETTLED')", new String[] { "id" });
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
			assertThat(new NamedParameterJdbcTemplate(jdbc).update("UPDATE payment SET status = :status WHERE id = :id",
					Map.of("status", "SETTLED", "id", 1)))
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
	},

	ON_DUPLICATE_KEY {
		@Override
		void write(JdbcTemplate jdbc) {
			assertThat(jdbc.update("INSERT INTO payment (id, status) VALUES (?, ?)"
					+ " ON DUPLICATE KEY UPDATE status = VALUES(status)", 1, "SETTLED"))
				.isPositive();
		}
	},

	SELECT_ON_DUPLICATE_KEY {
		@Override
		void write(JdbcTemplate jdbc) {
			assertThat(jdbc.update("INSERT INTO payment (id, status) SELECT id, 'SETTLED' FROM plain"
					+ " ON DUPLICATE KEY UPDATE status = VALUES(status)"))
				.isPositive();
		}
	},

	REPLACE {
		@Override
		void write(JdbcTemplate jdbc) {
			assertThat(jdbc.update("REPLACE INTO payment (id, status) VALUES (1, 'SETTLED')")).isPositive();
		}
	},

	INSERT_IGNORE {
		@Override
		void write(JdbcTemplate jdbc) {
			assertThat(jdbc.update("INSERT IGNORE INTO payment (id, status) VALUES (?, 'SETTLED')", 4)).isOne();
		}
	},

	INSERT_SET {
		@Override
		void write(JdbcTemplate jdbc) {
			assertThat(jdbc.update("INSERT INTO payment SET id = ?, status = 'SETTLED'", 4)).isOne();
		}
	},

	ORDERED_AND_LIMITED {
		@Override
		void write(JdbcTemplate jdbc) {
			assertThat(jdbc.update("UPDATE payment SET status = ? WHERE id > ? ORDER BY id LIMIT ?", "SETTLED", 0, 1))
				.isOne();
		}
	},

	LIMITED_WITHOUT_CONDITION {
		@Override
		void write(JdbcTemplate jdbc) {
			assertThat(jdbc.update("DELETE FROM payment LIMIT 1")).isOne();
		}
	},

	BACKTICKS {
		@Override
		void write(JdbcTemplate jdbc) {
			assertThat(jdbc.update("UPDATE `payment` # all of it\n SET `status` = \"SETTLED\" WHERE `id` = 0 --1"))
				.isOne();
		}
	},

	SEVERAL_TABLES {
		@Override
		void write(JdbcTemplate jdbc) {
			assertThat(jdbc.update("UPDATE payment p JOIN plain q ON q.id = p.id SET p.status = 'SETTLED'")).isOne();
		}
	},

	DELETE_RETURNING {
		@Override
		void write(JdbcTemplate jdbc) {
			assertThat(jdbc.queryForList("DELETE FROM payment WHERE id = ? RETURNING id", Integer.class, 1))
				.containsExactly(1);
		}
	},

	MERGE_BY_KEY {
		@Override
		void write(JdbcTemplate jdbc) {
			assertThat(jdbc.update("MERGE INTO payment (id, status) KEY (id) VALUES (?, 'SETTLED')", 1)).isOne();
		}
	},

	DATA_CHANGE_TABLE {
		@Override
		void write(JdbcTemplate jdbc) {
			assertThat(jdbc.queryForList(
					"SELECT id FROM FINAL TABLE (UPDATE payment SET status = 'SETTLED' WHERE id = 1)", Integer.class))
				.containsExactly(1);
		}
	},

	QUOTED_NAMES {
		@Override
		void write(JdbcTemplate jdbc) {
			assertThat(jdbc.update("UPDATE \"PAYMENT\" // all of it\n SET \"STATUS\" = 'SETTLED' WHERE `ID` = 2"))
				.isOne();
		}
	};

	abstract void write(JdbcTemplate jdbc);

	static Stream<WriteWay> of(Kind kind) {
		return Stream.of(values()).filter((way) -> way.kinds().contains(kind));
	}

	private Set<Kind> kinds() {
		return switch (this) {
			case UPSERT, WRITING_SUBQUERY, RETURNING_AS_QUERY, TRUNCATE, BLOCK -> Set.of(Kind.POSTGRES);
			case MERGE, GENERATED_KEYS -> Set.of(Kind.POSTGRES, Kind.H2);
			case RETURNING_AS_STREAM -> Set.of(Kind.POSTGRES, Kind.MARIADB);
			case ON_DUPLICATE_KEY, SELECT_ON_DUPLICATE_KEY, REPLACE, INSERT_IGNORE, INSERT_SET, ORDERED_AND_LIMITED,
					BACKTICKS, SEVERAL_TABLES, DELETE_RETURNING ->
				Set.of(Kind.MARIADB);
			case LIMITED_WITHOUT_CONDITION -> Set.of(Kind.MARIADB, Kind.H2);
			case MERGE_BY_KEY, DATA_CHANGE_TABLE, QUOTED_NAMES -> Set.of(Kind.H2);
			default -> Set.of(Kind.values());
		};
	}

	/**
	 * Kinds of databases.
	 */
	enum Kind {

		POSTGRES, MARIADB, H2

	}

}
