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

package io.leaderelection.sample.demo;

import java.time.Instant;
import java.util.Optional;

import io.leaderelection.sample.audit.WriteHistory;
import io.leaderelection.sample.settlement.SettlementJob;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * What the database knows of the settlement while a drill goes on.
 */
class DrillRecord {

	private static final String ELECTION = SettlementJob.ELECTION;

	private final JdbcTemplate jdbc;

	private final WriteHistory history;

	DrillRecord(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
		this.history = new WriteHistory(jdbc);
	}

	/**
	 * Return whether a term has written.
	 * @param term the term of the settlement
	 * @return whether one of its writes was accepted
	 */
	boolean hasWritten(long term) {
		return this.history.contains(ELECTION, term);
	}

	/**
	 * Return how many writes of a term were accepted.
	 * @param term the term of the settlement
	 * @return the number of writes
	 */
	long writesOf(long term) {
		return count("SELECT count(*) FROM audit_write WHERE election = '" + ELECTION
				+ "' AND relation <> 'leader_fence' AND term = ?", term);
	}

	/**
	 * Return how many payments wait.
	 * @return the number of payments
	 */
	long pending() {
		return Figures.pending(this.jdbc);
	}

	/**
	 * Return how many payments wait that were there at some time.
	 * @param captured the time
	 * @return the number of payments
	 */
	long pendingBefore(Instant captured) {
		return count("SELECT count(*) FROM payment WHERE status = 'CAPTURED' AND captured_at < ?::timestamptz",
				captured.toString());
	}

	/**
	 * Return the run that a term has begun and not finished.
	 * @param term the term of the settlement
	 * @return the key of the run, or empty if there is none
	 */
	Optional<String> unfinishedRun(long term) {
		return this.jdbc
			.queryForList("SELECT run_key FROM leader_run WHERE election = ? AND term = ? AND state <> 'FINISHED'",
					String.class, ELECTION, term)
			.stream()
			.findFirst();
	}

	/**
	 * Return whether a later term has finished a run.
	 * @param key the key of the run
	 * @param term the term that began it
	 * @return whether it was resumed and finished
	 */
	boolean isFinishedAfter(String key, long term) {
		return count("SELECT count(*) FROM leader_run WHERE election = '" + ELECTION
				+ "' AND run_key = ? AND state = 'FINISHED' AND term > ?", key, term) == 1;
	}

	/**
	 * Return how many runs are not finished.
	 * @param jdbc the database
	 * @return the number of runs
	 */
	static long unfinishedRuns(JdbcTemplate jdbc) {
		return new DrillRecord(jdbc).count("SELECT count(*) FROM leader_run WHERE state <> 'FINISHED'");
	}

	private long count(String sql, Object... arguments) {
		Long count = this.jdbc.queryForObject(sql, Long.class, arguments);
		return (count != null) ? count : 0;
	}

}
