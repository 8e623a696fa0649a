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

import org.jspecify.annotations.Nullable;

/**
 * Script on the rows of one namespace. A change takes the lock of the namespace's row
 * with its first statement, so that changes are made one after the other, in the order of
 * their revisions.
 */
final class NamespaceScript {

	/**
	 * Revision of the namespace, which within a change is its own. Parameter: namespace.
	 */
	static final String REVISION = "(SELECT n.revision FROM leader_namespace n WHERE n.namespace = ?)";

	private static final String ENDED = "(SELECT s.session_id FROM leader_session s WHERE s.namespace = ? AND s.ended)";

	private final Script script = new Script();

	private final String namespace;

	private final CoordinatorDialect dialect;

	private boolean swept;

	NamespaceScript(String namespace, CoordinatorDialect dialect) {
		this.namespace = namespace;
		this.dialect = dialect;
	}

	Script script() {
		return this.script;
	}

	String namespace() {
		return this.namespace;
	}

	/**
	 * Return the expression for the database's clock.
	 * @return an expression that yields microseconds since the epoch
	 */
	String clock() {
		return this.dialect.clock();
	}

	Script.Update update(String sql, @Nullable Object... parameters) {
		return this.script.update(sql, parameters);
	}

	<T> Script.Query<T> query(Script.RowReader<T> reader, String sql, @Nullable Object... parameters) {
		return this.script.query(reader, sql, parameters);
	}

	/**
	 * Create the row of the namespace unless it exists.
	 * @param lineage the lineage of a new namespace
	 */
	void createNamespace(String lineage) {
		update(this.dialect.createNamespace(), this.namespace, lineage);
	}

	/**
	 * Begin a change: lock the namespace and take the next revision. The column of the
	 * lineage takes no {@code NULL}, so that a namespace that is not the one known fails
	 * the whole script.
	 * @param known what is known of the namespace
	 */
	void beginChange(RestoreGuard.Mark known) {
		update("UPDATE leader_namespace SET lineage = CASE WHEN lineage = ? AND revision >= ? THEN lineage END,"
				+ " revision = revision + 1 WHERE namespace = ?", known.lineage(), known.revision(), this.namespace);
	}

	/**
	 * End the sessions that have expired, with all that lives under them, unless this
	 * script already did. A renewal that is being committed is waited for, and looked at
	 * again.
	 */
	void endExpired() {
		if (!this.swept) {
			this.swept = true;
			update("UPDATE leader_session SET ended = TRUE WHERE namespace = ? AND expires_at <= " + clock(),
					this.namespace);
			removeEnded();
		}
	}

	/**
	 * End a session, with all that lives under it.
	 * @param session the identifier of the session
	 */
	void end(String session) {
		update("UPDATE leader_session SET ended = TRUE WHERE namespace = ? AND session_id = ?", this.namespace,
				session);
		removeEnded();
	}

	private void removeEnded() {
		String ns = this.namespace;
		update("UPDATE leader_election SET revision = " + REVISION + " WHERE namespace = ? AND (leader_session IN "
				+ ENDED + " OR election IN (SELECT c.election FROM leader_candidate c WHERE c.namespace = ?"
				+ " AND c.session_id IN " + ENDED + "))", ns, ns, ns, ns, ns);
		update("UPDATE leader_election SET " + StoredElection.NO_LEADER + " WHERE namespace = ? AND leader_session IN "
				+ ENDED, ns, ns);
		update("DELETE FROM leader_candidate WHERE namespace = ? AND session_id IN " + ENDED, ns, ns);
		update("DELETE FROM leader_session WHERE namespace = ? AND ended", ns);
	}

	/**
	 * Create the row of an election unless it exists.
	 * @param election the name of the election
	 */
	void createElection(String election) {
		update("INSERT INTO leader_election (namespace, election, revision, term, term_revision)"
				+ " SELECT n.namespace, ?, n.revision, 0, 0 FROM leader_namespace n WHERE n.namespace = ?"
				+ " AND NOT EXISTS (SELECT 1 FROM leader_election e WHERE e.namespace = ? AND e.election = ?)",
				election, this.namespace, this.namespace, election);
	}

	/**
	 * Read an election as it is at this point of the script, without its candidates.
	 * @param election the name of the election
	 * @return the key to the election, if its row exists
	 */
	Script.Query<StoredElection> election(String election) {
		return query(StoredElection::read,
				"SELECT " + StoredElection.COLUMNS + " FROM leader_election e WHERE e.namespace = ? AND e.election = ?",
				this.namespace, election);
	}

	/**
	 * Tell other sessions that an election changed, if one did.
	 * @param author who changes it
	 */
	void notifyWatches(String author) {
		String notification = this.dialect.notification();
		if (notification != null) {
			query((row) -> "", notification, author, this.namespace, this.namespace);
		}
	}

	/**
	 * Read the lineage of the namespace.
	 * @return the key to the lineage
	 */
	Script.Query<String> lineage() {
		return query((row) -> row.getString("lineage"),
				"SELECT n.lineage FROM leader_namespace n WHERE n.namespace = ?", this.namespace);
	}

	/**
	 * Read the row of the namespace.
	 * @return the key to the namespace
	 */
	Script.Query<NamespaceState> state() {
		return query((row) -> new NamespaceState(row.getLong("revision"), row.getString("lineage")),
				"SELECT n.revision, n.lineage FROM leader_namespace n WHERE n.namespace = ?", this.namespace);
	}

}
