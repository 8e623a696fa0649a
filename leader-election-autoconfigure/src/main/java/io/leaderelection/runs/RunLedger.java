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

package io.leaderelection.runs;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.leaderelection.FencingToken;
import io.leaderelection.fencing.jdbc.FencedJdbcTemplate;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Statements on the table of runs. Whatever changes a row is fenced, is called in a
 * transaction, and names the revision that it changes.
 */
final class RunLedger {

	private static final String COLUMNS = "SELECT election, run_key, state, term, grant_id, attempts, progress,"
			+ " last_error, began_at, updated_at, ended_at, revision FROM leader_run";

	private static final String KEY = " WHERE namespace = ? AND election = ? AND run_key = ?";

	// No key of a run may begin like this.
	private static final String FIRING = "@firing/";

	private static final String NOW = "CURRENT_TIMESTAMP(6)";

	private static final int MAX_ERROR_LENGTH = 1000;

	private final FencedJdbcTemplate fenced;

	private final JdbcTemplate reading;

	private final String namespace;

	RunLedger(FencedJdbcTemplate fenced) {
		this.fenced = fenced;
		this.reading = fenced.unfenced();
		this.namespace = fenced.getNamespace();
	}

	String namespace() {
		return this.namespace;
	}

	RunLedger forElection(String election) {
		return new RunLedger(this.fenced.forElection(election));
	}

	FencingToken currentToken() {
		return this.fenced.currentToken();
	}

	/**
	 * Return whether the thread is in a transaction of this database.
	 * @return whether what is written now is committed later
	 */
	boolean isInTransaction() {
		return Boolean.FALSE.equals(this.fenced.execute(RunLedger::isAutoCommit));
	}

	private static Boolean isAutoCommit(Connection connection) throws SQLException {
		return connection.getAutoCommit();
	}

	Optional<StoredRun> find(String election, String key) {
		return query(KEY, election, key);
	}

	List<RunRecord> unfinished(String election) {
		return this.reading
			.query(COLUMNS + " WHERE namespace = ? AND election = ? AND state IN ('RUNNING', 'FAILED')"
					+ " ORDER BY began_at, run_key", RunLedger::read, this.namespace, election)
			.stream()
			.map(StoredRun::run)
			.toList();
	}

	/**
	 * Begin an attempt, unless the run is finished.
	 * @param token the token of the attempt
	 * @param key the key
	 * @param maxAttempts how often the key may be attempted
	 * @return the run before, if there was one, and as it is now
	 */
	BegunRun begin(FencingToken token, String key, int maxAttempts) {
		// Before the row is read: what older grants committed is seen from here on.
		this.fenced.assertCurrent();
		StoredRun before = findCurrent(token.election(), key);
		if (before != null && before.isFinished()) {
			return new BegunRun(before, before);
		}
		if (before != null && before.run().attempts() >= maxAttempts) {
			throw new RunAttemptsExhaustedException(this.namespace, before.run());
		}
		if (before == null) {
			insert(token, key);
		}
		else {
			change(token, before, "state = 'RUNNING', term = ?, grant_id = ?, attempts = attempts + 1", token.term(),
					token.grantId());
		}
		return new BegunRun(before, find(token.election(), key).orElseThrow());
	}

	// The snapshot of the transaction may be older than the lock on the fence, which it
	// had to wait for. A row that is not there is not locked: two who lock its gap cannot
	// both insert it.
	private @Nullable StoredRun findCurrent(String election, String key) {
		StoredRun seen = find(election, key).orElse(null);
		if (seen == null || seen.isFinished()) {
			return seen;
		}
		return query(KEY + " FOR UPDATE", election, key).orElse(null);
	}

	private Optional<StoredRun> query(String condition, String election, String key) {
		return this.reading.query(COLUMNS + condition, RunLedger::read, this.namespace, election, key)
			.stream()
			.findFirst();
	}

	private void insert(FencingToken token, String key) {
		try {
			this.fenced.update(
					"INSERT INTO leader_run (namespace, election, run_key, term, grant_id, state, attempts, revision,"
							+ " began_at, updated_at) VALUES (?, ?, ?, ?, ?, 'RUNNING', 1, 1, " + NOW + ", " + NOW
							+ ")",
					this.namespace, token.election(), key, token.term(), token.grantId());
		}
		catch (DuplicateKeyException ex) {
			throw new RunInProgressException(token.election(), key, ex);
		}
	}

	void save(FencingToken token, StoredRun run, String progress) {
		change(token, run, "progress = ?", progress);
	}

	void finish(FencingToken token, StoredRun run) {
		change(token, run, "state = 'FINISHED', ended_at = " + NOW);
	}

	void fail(FencingToken token, StoredRun run, Throwable error) {
		change(token, run, "state = 'FAILED', last_error = ?", describe(error));
	}

	private void change(FencingToken token, StoredRun run, String assignments, Object... values) {
		Object[] arguments = new Object[values.length + 5];
		System.arraycopy(values, 0, arguments, 0, values.length);
		Object[] key = { run.revision() + 1, this.namespace, token.election(), run.run().key(), run.revision() };
		System.arraycopy(key, 0, arguments, values.length, key.length);
		int changed = this.fenced.update("UPDATE leader_run SET " + assignments + ", revision = ?, updated_at = " + NOW
				+ KEY + " AND revision = ?", arguments);
		if (changed != 1) {
			throw new RunSupersededException(token.election(), run.run().key(), run.run().attempts());
		}
	}

	Optional<Firing> lastFiring(String election, String schedule) {
		return this.reading
			.queryForList("SELECT progress FROM leader_run" + KEY + " AND state = 'FIRING'", String.class,
					this.namespace, election, FIRING + schedule)
			.stream()
			.findFirst()
			.map(Firing::parse);
	}

	void completeFiring(FencingToken token, String schedule, Firing firing) {
		String key = FIRING + schedule;
		int changed = this.fenced.update(
				"UPDATE leader_run SET progress = ?, term = ?, grant_id = ?, revision = revision + 1, updated_at = "
						+ NOW + KEY,
				firing.format(), token.term(), token.grantId(), this.namespace, token.election(), key);
		if (changed == 0) {
			this.fenced.update(
					"INSERT INTO leader_run (namespace, election, run_key, term, grant_id, state, progress, attempts,"
							+ " revision, began_at, updated_at) VALUES (?, ?, ?, ?, ?, 'FIRING', ?, 0, 1, " + NOW + ", "
							+ NOW + ")",
					this.namespace, token.election(), key, token.term(), token.grantId(), firing.format());
		}
	}

	/**
	 * Remove some of the runs that finished long ago.
	 * @param election the name of the election
	 * @param retention how long finished runs are kept
	 * @param limit how many to remove at most
	 * @return how many were removed
	 */
	int prune(String election, Duration retention, int limit) {
		Timestamp now = Objects
			.requireNonNull(this.reading.queryForObject("SELECT CURRENT_TIMESTAMP", Timestamp.class));
		List<Object[]> old = this.reading.query(
				"SELECT run_key FROM leader_run WHERE namespace = ? AND election = ? AND state = 'FINISHED'"
						+ " AND ended_at < ? ORDER BY ended_at LIMIT " + limit,
				(row, number) -> new Object[] { this.namespace, election, row.getString(1) }, this.namespace, election,
				Timestamp.from(now.toInstant().minus(retention)));
		if (!old.isEmpty()) {
			this.fenced.batchUpdate("DELETE FROM leader_run" + KEY + " AND state = 'FINISHED'", old);
		}
		return old.size();
	}

	private static StoredRun read(ResultSet row, int number) throws SQLException {
		RunRecord run = new RunRecord(row.getString("election"), row.getString("run_key"),
				RunState.valueOf(row.getString("state")), row.getLong("term"), row.getString("grant_id"),
				row.getInt("attempts"), row.getString("progress"), row.getString("last_error"),
				row.getTimestamp("began_at").toInstant(), row.getTimestamp("updated_at").toInstant(),
				instant(row.getTimestamp("ended_at")));
		return new StoredRun(run, row.getLong("revision"));
	}

	private static @Nullable Instant instant(@Nullable Timestamp timestamp) {
		return (timestamp != null) ? timestamp.toInstant() : null;
	}

	private static String describe(Throwable error) {
		String text = error.toString().replace('\0', '?');
		return (text.length() > MAX_ERROR_LENGTH) ? text.substring(0, MAX_ERROR_LENGTH) : text;
	}

}
