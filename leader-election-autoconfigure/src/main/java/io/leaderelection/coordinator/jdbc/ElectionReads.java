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
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.leaderelection.ElectionName;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.coordinator.UnreadableRecordException;
import org.jspecify.annotations.Nullable;

/**
 * Reads. A view is the result of one query, thus of one moment. Whoever reads and finds a
 * session that has expired ends it and reads again, so that nobody is told of a leader
 * whose session is over; what is told never depends on a clock.
 */
final class ElectionReads {

	private static final String VIEWS = "SELECT n.revision AS namespace_revision, e.revision AS election_revision, "
			+ StoredElection.COLUMNS
			+ ", c.instance AS candidate, c.metadata AS candidate_metadata FROM leader_namespace n"
			+ " LEFT JOIN leader_election e ON e.namespace = n.namespace AND %s"
			+ " LEFT JOIN leader_candidate c ON c.namespace = e.namespace AND c.election = e.election"
			+ " WHERE n.namespace = ? ORDER BY e.election, c.instance";

	private static final int LARGEST_READ = 500;

	private final JdbcStore store;

	private final Sessions sessions;

	private final Batching<String, Changes> together;

	ElectionReads(JdbcStore store, Sessions sessions) {
		this.store = store;
		this.sessions = sessions;
		this.together = store.batching(LARGEST_READ, this::elections);
	}

	/**
	 * Read an election.
	 * @param election the name of the election
	 * @return its state
	 */
	CompletableFuture<ElectionView> election(String election) {
		ElectionName.requireValid(election);
		return this.together.join(election, (found, position) -> found.view(election));
	}

	private CompletableFuture<Changes> elections(Supplier<List<String>> names) {
		long begun = System.nanoTime();
		return views(names, this.store.callTimeout()).thenCompose(
				(found) -> found.isSweepDue() ? swept(names, begun) : CompletableFuture.completedFuture(found));
	}

	// If the sweep fails the view is still the one that is stored.
	private CompletableFuture<Changes> swept(Supplier<List<String>> names, long begun) {
		return this.sessions.sweep(remaining(begun).dividedBy(2))
			.handle((done, failure) -> failure)
			.thenCompose((failure) -> views(names, remaining(begun)));
	}

	private Duration remaining(long begun) {
		return this.store.callTimeout().minusNanos(System.nanoTime() - begun);
	}

	private CompletableFuture<Changes> views(Supplier<List<String>> names, Duration timeout) {
		return this.store.read((script) -> {
			List<String> read = names.get();
			String marks = String.join(", ", Collections.nCopies(read.size(), "?"));
			return views("e.election IN (" + marks + ")", read).prepare(script);
		}, timeout);
	}

	/**
	 * Read the elections that changed after a revision, all at one moment.
	 * @param revision the revision, zero to read all elections
	 * @return the elections
	 */
	CompletableFuture<Changes> changesAfter(long revision) {
		return this.store.follow(views("e.revision > ?", List.of(revision)));
	}

	private static Exchange<Changes> views(String condition, List<?> parameters) {
		return (script) -> {
			List<Object> all = new ArrayList<>(parameters);
			all.add(script.namespace());
			Script.Query<StoredView> rows = script.query(StoredView::read, VIEWS.formatted(condition), all.toArray());
			Script.Query<Lives> lives = script.query((row) -> new Lives(row.getLong("life"), row.getLong("sessions")),
					lives(script), script.namespace());
			return (answer, revision) -> changes(answer.rows(rows), answer.first(lives));
		};
	}

	// The time until the first session expires. One that expires later than a renewal of
	// now is due at once: the clock was set back.
	private static String lives(NamespaceScript script) {
		return "SELECT MIN(CASE WHEN s.expires_at > " + script.clock() + " + s.ttl_millis * 1000 THEN 0"
				+ " ELSE s.expires_at - " + script.clock() + " END) AS life, COUNT(*) AS sessions FROM leader_session s"
				+ " WHERE s.namespace = ? HAVING COUNT(*) > 0";
	}

	private static Changes changes(List<StoredView> rows, @Nullable Lives lives) {
		if (rows.isEmpty()) {
			throw new UnreadableRecordException("The row of the namespace is missing");
		}
		return new Changes(StoredView.readable(rows), StoredView.unreadable(rows), rows.get(0).revision(),
				(lives != null) ? Duration.of(lives.shortest(), ChronoUnit.MICROS) : null,
				(lives != null) ? lives.sessions() : 0);
	}

	/**
	 * Read the latest terms.
	 * @param election the name of the election
	 * @param limit how many at most
	 * @return the terms, latest first
	 */
	CompletableFuture<List<HistoryEntry>> history(String election, int limit) {
		ElectionName.requireValid(election);
		if (limit < 1) {
			throw new IllegalArgumentException("'limit' must be positive, but is " + limit);
		}
		int most = Math.min(limit, Coordinator.HISTORY_LIMIT);
		return this.store.read((script) -> {
			Script.Query<HistoryEntry> entries = script.query((row) -> entry(election, row),
					"SELECT h.term, h.kind, h.grant_id, h.instance, h.began, h.ended, h.end_reason, h.actor, h.reason"
							+ " FROM leader_history h WHERE h.namespace = ? AND h.election = ? ORDER BY h.term DESC"
							+ " LIMIT " + most,
					script.namespace(), election);
			return (answer, revision) -> answer.rows(entries);
		});
	}

	private static HistoryEntry entry(String election, ResultSet row) throws SQLException {
		return new HistoryEntry(election, row.getLong("term"), kind(row.getString("kind")), row.getString("grant_id"),
				row.getString("instance"), StoredElection.time(row, "began"),
				(row.getString("ended") != null) ? StoredElection.time(row, "ended") : null,
				row.getString("end_reason"), row.getString("actor"), row.getString("reason"));
	}

	private static HistoryEntry.Kind kind(String name) {
		try {
			return HistoryEntry.Kind.valueOf(name);
		}
		catch (IllegalArgumentException ex) {
			throw new UnreadableRecordException("'kind' of a term is the unknown '%s'".formatted(name), ex);
		}
	}

	/**
	 * What is left of the lives of sessions.
	 *
	 * @param shortest the time until the first one expires, in microseconds
	 * @param sessions how many there are
	 */
	private record Lives(long shortest, long sessions) {
	}

}
