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

import io.leaderelection.servers.H2Database;
import io.leaderelection.servers.MariaDbDatabase;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.ServerDatabase;

/**
 * Database of a kind that can be fenced, with the statements that only this kind has.
 */
interface TestDatabase extends ServerDatabase {

	static TestDatabase postgres() {
		return new Postgres();
	}

	static TestDatabase mariaDb() {
		return new MariaDb();
	}

	static TestDatabase h2() {
		return new H2();
	}

	WriteWay.Kind kind();

	/** Statement that bounds how long this session waits for a lock. */
	String lockTimeout(Duration timeout);

	/** Query that takes the lock on the fence as a check does. */
	String lockFence();

	/** Query for the sessions that sit in a transaction. */
	String openTransactions();

	/** Query for the number of sealers that wait for their fence. */
	String waitingSealers();

	/** Query for the number of transactions that wait for a lock. */
	String waitingTransactions();

	/** Query that takes 20 ms, if there is such a thing. */
	String pause();

	class Postgres extends PostgresDatabase implements TestDatabase {

		@Override
		public WriteWay.Kind kind() {
			return WriteWay.Kind.POSTGRES;
		}

		@Override
		public String lockTimeout(Duration timeout) {
			return "SET lock_timeout = '" + timeout.toMillis() + "ms'";
		}

		@Override
		public String lockFence() {
			return "SELECT 1 FROM leader_fence FOR SHARE";
		}

		@Override
		public String openTransactions() {
			return "SELECT query FROM pg_stat_activity WHERE datname = current_database()"
					+ " AND state LIKE 'idle in transaction%'";
		}

		@Override
		public String waitingSealers() {
			return "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'leader-election-sealer'"
					+ " AND wait_event_type = 'Lock'";
		}

		@Override
		public String waitingTransactions() {
			return "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
		}

		@Override
		public String pause() {
			return "SELECT pg_sleep(0.02)";
		}

	}

	class MariaDb extends MariaDbDatabase implements TestDatabase {

		@Override
		public WriteWay.Kind kind() {
			return WriteWay.Kind.MARIADB;
		}

		@Override
		public String lockTimeout(Duration timeout) {
			return "SET SESSION max_statement_time = " + timeout.toMillis() / 1000.0;
		}

		@Override
		public String lockFence() {
			return "SELECT 1 FROM leader_fence LOCK IN SHARE MODE";
		}

		@Override
		public String openTransactions() {
			return "SELECT CONCAT(p.id, ' ', p.command, ' ', COALESCE(p.info, '')) FROM information_schema.innodb_trx t"
					+ " JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id"
					+ " WHERE p.db = DATABASE() AND p.id <> CONNECTION_ID()";
		}

		@Override
		public String waitingSealers() {
			return "SELECT count(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'"
					+ " AND trx_query LIKE 'UPDATE leader_fence SET%'";
		}

		@Override
		public String waitingTransactions() {
			return "SELECT count(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
		}

		@Override
		public String pause() {
			return "SELECT SLEEP(0.02)";
		}

	}

	class H2 extends H2Database implements TestDatabase {

		@Override
		public WriteWay.Kind kind() {
			return WriteWay.Kind.H2;
		}

		@Override
		public String lockTimeout(Duration timeout) {
			return "SET LOCK_TIMEOUT " + timeout.toMillis();
		}

		@Override
		public String lockFence() {
			return "SELECT 1 FROM leader_fence FOR UPDATE";
		}

		@Override
		public String openTransactions() {
			return "SELECT DISTINCT session_id FROM INFORMATION_SCHEMA.LOCKS WHERE session_id <> SESSION_ID()";
		}

		@Override
		public String waitingSealers() {
			return "SELECT count(*) FROM INFORMATION_SCHEMA.SESSIONS WHERE blocker_id IS NOT NULL";
		}

		@Override
		public String waitingTransactions() {
			return waitingSealers();
		}

		@Override
		public String pause() {
			return "SELECT 1";
		}

	}

}
