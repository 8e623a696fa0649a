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

import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.ElectionName;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.Session;

/**
 * Announcements of candidates, which vanish with their session.
 */
final class Candidacies {

	private static final String SESSION_LIVES = "EXISTS (SELECT 1 FROM leader_session s WHERE s.namespace = ?"
			+ " AND s.session_id = ?)";

	private static final String CANDIDATE = "namespace = ? AND election = ? AND instance = ?";

	private final JdbcStore store;

	Candidacies(JdbcStore store) {
		this.store = store;
	}

	CompletableFuture<ChangeOutcome> enlist(Session session, String election, Map<String, String> metadata) {
		ElectionName.requireValid(election);
		String encoded = StoredElection.encode(metadata);
		return this.store.changeWithOthers((script) -> {
			String ns = script.namespace();
			String id = session.id();
			script.endExpired();
			script.createElection(election);
			script.update(
					"UPDATE leader_election SET revision = " + NamespaceScript.REVISION
							+ " WHERE namespace = ? AND election = ? AND " + SESSION_LIVES
							+ " AND NOT EXISTS (SELECT 1 FROM leader_candidate c WHERE c.namespace = ?"
							+ " AND c.election = ? AND c.instance = ? AND c.session_id = ? AND c.metadata = ?)",
					ns, ns, election, ns, id, ns, election, session.instance(), id, encoded);
			script.update("DELETE FROM leader_candidate WHERE " + CANDIDATE + " AND " + SESSION_LIVES, ns, election,
					session.instance(), ns, id);
			Script.Update enlisted = script
				.update("INSERT INTO leader_candidate (namespace, election, instance, session_id, metadata)"
						+ " SELECT s.namespace, ?, ?, s.session_id, ? FROM leader_session s WHERE s.namespace = ?"
						+ " AND s.session_id = ?", election, session.instance(), encoded, ns, id);
			return (answer, revision) -> (answer.count(enlisted) == 1) ? new Done() : Sessions.gone(session);
		});
	}

	CompletableFuture<ChangeOutcome> delist(Session session, String election) {
		ElectionName.requireValid(election);
		return this.store.changeWithOthers((script) -> {
			String ns = script.namespace();
			script.update(
					"UPDATE leader_election SET revision = " + NamespaceScript.REVISION
							+ " WHERE namespace = ? AND election = ? AND EXISTS (SELECT 1 FROM leader_candidate c"
							+ " WHERE c.namespace = ? AND c.election = ? AND c.instance = ? AND c.session_id = ?)",
					ns, ns, election, ns, election, session.instance(), session.id());
			script.update("DELETE FROM leader_candidate WHERE " + CANDIDATE + " AND session_id = ?", ns, election,
					session.instance(), session.id());
			return (answer, revision) -> new Done();
		});
	}

}
