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

package io.leaderelection.coordinator.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

import io.leaderelection.FencingToken;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.LineFormat;
import io.leaderelection.coordinator.PauseRecord;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.coordinator.UnreadableRecordException;
import org.jspecify.annotations.Nullable;

/**
 * Row of an election.
 *
 * @param name the name of the election
 * @param term the term counter
 * @param leader the leader record, or {@code null}
 * @param pause the pause, or {@code null}
 * @param successor the instance nominated to follow, or {@code null}
 */
record StoredElection(String name, TermRecord term, @Nullable LeaderRecord leader, @Nullable PauseRecord pause,
		@Nullable String successor) {

	/**
	 * Columns that {@link #read} wants, of a table named {@code e}.
	 */
	static final String COLUMNS = "e.election, e.term, e.term_revision, e.leader_session, e.leader_instance,"
			+ " e.leader_grant, e.leader_term, e.leader_revision, e.leader_since, e.leader_metadata, e.successor,"
			+ " e.pause_actor, e.pause_reason, e.pause_since, e.pause_term, e.pause_grant";

	/**
	 * Assignments that remove a leader.
	 */
	static final String NO_LEADER = "leader_session = NULL, leader_instance = NULL, leader_grant = NULL,"
			+ " leader_term = NULL, leader_revision = NULL, leader_since = NULL, leader_metadata = NULL";

	/**
	 * Assignments that remove a pause.
	 */
	static final String NO_PAUSE = "pause_actor = NULL, pause_reason = NULL, pause_since = NULL, pause_term = NULL,"
			+ " pause_grant = NULL";

	/**
	 * Condition that the leader is the one of a record. Parameters: grant id, version.
	 * After a restore another grant may have been made at the same version.
	 */
	static final String HELD = "leader_grant = ? AND leader_revision = ?";

	private static final String METADATA = "meta.";

	/**
	 * Read the row that a result set stands at.
	 * @param row the row
	 * @return the election
	 * @throws SQLException if the database fails
	 * @throws UnreadableRecordException if the row is none that this version can read
	 */
	static StoredElection read(ResultSet row) throws SQLException {
		String name = row.getString("election");
		try {
			TermRecord term = new TermRecord(row.getLong("term"), row.getLong("term_revision"));
			return new StoredElection(name, term, leader(name, row), pause(row), row.getString("successor"));
		}
		catch (RuntimeException ex) {
			throw new UnreadableRecordException(
					"The row of election '%s' is unreadable: %s".formatted(name, ex.getMessage()), ex);
		}
	}

	private static @Nullable LeaderRecord leader(String election, ResultSet row) throws SQLException {
		String grantId = row.getString("leader_grant");
		if (grantId == null) {
			return null;
		}
		FencingToken token = new FencingToken(election, row.getLong("leader_term"), grantId);
		return new LeaderRecord(election, token.term(), grantId, text(row, "leader_instance"),
				text(row, "leader_session"), row.getLong("leader_revision"), time(row, "leader_since"),
				metadata(row, "leader_metadata"));
	}

	private static @Nullable PauseRecord pause(ResultSet row) throws SQLException {
		String grantId = row.getString("pause_grant");
		if (grantId == null) {
			return null;
		}
		return new PauseRecord(text(row, "pause_actor"), text(row, "pause_reason"), time(row, "pause_since"),
				row.getLong("pause_term"), grantId);
	}

	private static String text(ResultSet row, String column) throws SQLException {
		String text = row.getString(column);
		if (text == null) {
			throw new UnreadableRecordException("'%s' is missing".formatted(column));
		}
		return text;
	}

	/**
	 * Read a time.
	 * @param row the row
	 * @param column the name of the column
	 * @return the time
	 * @throws SQLException if the database fails
	 */
	static Instant time(ResultSet row, String column) throws SQLException {
		String text = row.getString(column);
		try {
			return Instant.parse((text != null) ? text : "");
		}
		catch (DateTimeException ex) {
			throw new UnreadableRecordException("'%s' is no time but '%s'".formatted(column, text), ex);
		}
	}

	/**
	 * Encode metadata so that equal metadata have equal texts.
	 * @param metadata the metadata
	 * @return the text
	 */
	static String encode(Map<String, String> metadata) {
		Map<String, String> fields = new TreeMap<>();
		metadata.forEach((name, value) -> fields.put(METADATA + name, value));
		return LineFormat.encode(fields);
	}

	/**
	 * Read metadata.
	 * @param row the row
	 * @param column the name of the column
	 * @return the metadata
	 * @throws SQLException if the database fails
	 */
	static Map<String, String> metadata(ResultSet row, String column) throws SQLException {
		String text = row.getString(column);
		Map<String, String> metadata = new TreeMap<>();
		LineFormat.decode((text != null) ? text : "").forEach((name, value) -> {
			if (name.startsWith(METADATA)) {
				metadata.put(name.substring(METADATA.length()), value);
			}
		});
		return metadata;
	}

	/**
	 * Return the state of the election.
	 * @param revision the revision at which it was read
	 * @param candidates the metadata of the candidates by instance
	 * @return the state
	 */
	ElectionView toView(long revision, Map<String, Map<String, String>> candidates) {
		return new ElectionView(this.name, revision, this.leader, this.term, this.pause, this.successor, candidates);
	}

}
