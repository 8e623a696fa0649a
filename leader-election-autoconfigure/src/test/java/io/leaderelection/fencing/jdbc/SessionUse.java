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
import java.sql.Statement;

import io.leaderelection.fencing.FencingException;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a leader does with the only session of a pool, before somebody else gets it.
 */
enum SessionUse {

	STATEMENT {
		@Override
		void of(Leader leader) {
			leader.jdbc().update("UPDATE ledger SET amount = 1 WHERE id = 1");
		}
	},

	STATEMENT_THAT_FINDS_NOTHING {
		@Override
		void of(Leader leader) {
			leader.jdbc().update("UPDATE ledger SET amount = 1 WHERE id = -1");
		}
	},

	CHECK_BY_ITSELF {
		@Override
		void of(Leader leader) {
			leader.jdbc().assertCurrent();
		}
	},

	SHORT_TRANSACTION {
		@Override
		void of(Leader leader) {
			leader.jdbc().update(INSERT);
		}
	},

	SHORT_TRANSACTION_THAT_FAILS {
		@Override
		void of(Leader leader) {
			assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> leader.jdbc().update("INSERT INTO ledger (id) VALUES (1)"));
		}
	},

	TRANSACTION {
		@Override
		void of(Leader leader) {
			leader.unguarded().executeWithoutResult((status) -> leader.jdbc().update(INSERT));
		}
	},

	TRANSACTION_THAT_IS_ROLLED_BACK {
		@Override
		void of(Leader leader) {
			leader.unguarded().executeWithoutResult((status) -> {
				leader.jdbc().update(INSERT);
				status.setRollbackOnly();
			});
		}
	},

	TRANSACTION_THAT_IS_REFUSED {
		@Override
		void of(Leader leader) {
			assertThatExceptionOfType(FencingException.class)
				.isThrownBy(() -> leader.unguarded().executeWithoutResult((status) -> {
					leader.jdbc().update(INSERT);
					leader.jdbc().update("UPDATE ledger SET fence_token = 0");
				}));
		}
	},

	GUARDED_TRANSACTION {
		@Override
		void of(Leader leader) {
			leader.guarded().executeWithoutResult((status) -> leader.plain().update(INSERT));
		}
	},

	GUARDED_TRANSACTION_THAT_FAILS {
		@Override
		void of(Leader leader) {
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> leader.guarded()
				.executeWithoutResult((status) -> leader.plain().update("INSERT INTO ledger (id) VALUES (1)")));
		}
	},

	GUARDED_TRANSACTION_WITH_SAVEPOINT {
		@Override
		void of(Leader leader) {
			leader.guarded().executeWithoutResult((status) -> {
				Object savepoint = status.createSavepoint();
				leader.jdbc().update(INSERT);
				status.rollbackToSavepoint(savepoint);
				leader.jdbc().update(INSERT);
			});
		}
	},

	CONNECTION_OF_ITS_OWN {
		@Override
		void of(Leader leader) {
			leader.jdbc().execute((Connection connection) -> {
				connection.setAutoCommit(false);
				try (Statement statement = connection.createStatement()) {
					statement.executeUpdate(INSERT);
					connection.commit();
					statement.executeUpdate("INSERT INTO ledger (id) VALUES (11)");
					connection.rollback();
					statement.executeUpdate("INSERT INTO ledger (id) VALUES (12)");
				}
				finally {
					connection.setAutoCommit(true);
				}
				return true;
			});
		}
	},

	CONNECTION_THAT_IS_LEFT_IN_A_TRANSACTION {
		@Override
		void of(Leader leader) {
			leader.jdbc().execute((Connection connection) -> {
				connection.setAutoCommit(false);
				try (Statement statement = connection.createStatement()) {
					return statement.executeUpdate(INSERT);
				}
			});
		}
	};

	private static final String INSERT = "INSERT INTO ledger (id) VALUES (10)";

	/**
	 * Use the session.
	 * @param leader what to write with
	 */
	abstract void of(Leader leader);

	/**
	 * What a leader writes with.
	 *
	 * @param jdbc the template
	 * @param plain the plain template
	 * @param unguarded transactions that are not checked when they begin
	 * @param guarded transactions that are
	 */
	record Leader(FencedJdbcTemplate jdbc, JdbcTemplate plain, TransactionTemplate unguarded,
			TransactionTemplate guarded) {

	}

}
