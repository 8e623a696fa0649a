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
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.FencingToken;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.RenewalOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionGone;
import io.leaderelection.coordinator.SessionRequest;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Sessions. Opening and renewing one touches its own row only, so that it waits for
 * nobody but for whoever is ending that very session. A session never ends by itself: it
 * has expired once its time is over by the database's clock, and is ended, with all that
 * lives under it, by whoever notices.
 */
final class Sessions {

	private static final Log logger = LogFactory.getLog(Sessions.class);

	private static final Duration MAX_RENEWAL = Duration.ofMillis(1500);

	private static final int ATTEMPTS_PER_TTL = 5;

	private static final String LIFE = " + ttl_millis * 1000";

	private final JdbcStore store;

	Sessions(JdbcStore store) {
		this.store = store;
	}

	/**
	 * Open a session. If the answer is lost, the session that may have been opened
	 * expires.
	 * @param request who opens it, for how long
	 * @return the session
	 */
	CompletableFuture<Session> open(SessionRequest request) {
		Session session = new Session(UUID.randomUUID().toString(), request.instance(),
				Duration.ofMillis(request.ttl().plusMillis(1).minusNanos(1).toMillis()));
		long millis = session.ttl().toMillis();
		return this.store.renew((script) -> {
			script.update("INSERT INTO leader_session (namespace, session_id, instance, ttl_millis, expires_at, ended)"
					+ " SELECT n.namespace, ?, ?, ?, " + script.clock() + " + ?, FALSE FROM leader_namespace n"
					+ " WHERE n.namespace = ? AND NOT EXISTS (SELECT 1 FROM leader_session s WHERE s.namespace = ?"
					+ " AND s.session_id = ?)", session.id(), session.instance(), millis, millis * 1000,
					script.namespace(), script.namespace(), session.id());
			return (answer, revision) -> session;
		}, this.store.callTimeout());
	}

	/**
	 * Renew a session.
	 * @param session the session
	 * @return the outcome
	 */
	CompletableFuture<RenewalOutcome> renew(Session session) {
		return this.store.renew((script) -> {
			String ns = script.namespace();
			Script.Update renewed = script.update("UPDATE leader_session SET expires_at = " + script.clock() + LIFE
					+ " WHERE namespace = ? AND session_id = ? AND NOT ended AND expires_at > " + script.clock(), ns,
					session.id());
			Script.Query<Set<FencingToken>> held = script.query(Sessions::token,
					"SELECT e.election, e.leader_term, e.leader_grant FROM leader_election e WHERE e.namespace = ?"
							+ " AND e.leader_session = ?",
					ns, session.id());
			return (answer, revision) -> {
				Set<FencingToken> grants = new HashSet<>();
				answer.rows(held).forEach(grants::addAll);
				return (answer.count(renewed) == 1) ? new RenewalOutcome.Renewed(session.ttl(), grants) : gone(session);
			};
		}, renewalTimeout(session.ttl()));
	}

	// A row that is unreadable is no grant, but those of the other elections are held.
	private static Set<FencingToken> token(ResultSet row) throws SQLException {
		try {
			return Set.of(new FencingToken(row.getString("election"), row.getLong("leader_term"),
					row.getString("leader_grant")));
		}
		catch (IllegalArgumentException ex) {
			logger.debug("The row of election is unreadable, so that it is not led", ex);
			return Set.of();
		}
	}

	/**
	 * End a session.
	 * @param session the session
	 * @return the outcome
	 */
	CompletableFuture<ChangeOutcome> close(Session session) {
		return this.store.change(ending(session));
	}

	static Exchange<ChangeOutcome> ending(Session session) {
		return (script) -> {
			script.end(session.id());
			return (answer, revision) -> new Done();
		};
	}

	/**
	 * End the sessions that have expired, and let none live for longer than its
	 * time-to-live from now on, which the database's clock may have been set back for.
	 * @return the outcome
	 */
	CompletableFuture<ChangeOutcome> sweep() {
		return sweep(this.store.callTimeout());
	}

	CompletableFuture<ChangeOutcome> sweep(Duration timeout) {
		return this.store.change(sweeping(), timeout);
	}

	static Exchange<ChangeOutcome> sweeping() {
		return (script) -> {
			script.endExpired();
			script.update("UPDATE leader_session SET expires_at = " + script.clock() + LIFE
					+ " WHERE namespace = ? AND expires_at > " + script.clock() + LIFE, script.namespace());
			return (answer, revision) -> new Done();
		};
	}

	/**
	 * Return the outcome for a session that does not exist.
	 * @param session the session
	 * @return the outcome
	 */
	static SessionGone gone(Session session) {
		return new SessionGone("Session %s has ended".formatted(session.id()));
	}

	private static Duration renewalTimeout(Duration ttl) {
		Duration share = ttl.dividedBy(ATTEMPTS_PER_TTL);
		return (share.compareTo(MAX_RENEWAL) < 0) ? share : MAX_RENEWAL;
	}

}
