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

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.ControlRequest;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.HistoryEntry;
import org.jspecify.annotations.Nullable;

/**
 * What somebody's order leaves in the history of an election.
 *
 * @param election the name of the election
 * @param request who ordered it and why
 * @param time when
 */
record HistoryNotes(String election, ControlRequest request, Instant time) {

	/**
	 * Note the end of the term that is held at this point of the script.
	 * @param script the script
	 * @param reason why it ends
	 * @param condition which row of the election the end depends on
	 * @param parameters the parameters of the condition
	 */
	void noteEnd(NamespaceScript script, RevocationReason reason, String condition, @Nullable Object... parameters) {
		List<@Nullable Object> all = new ArrayList<>(List.of(this.time.toString(), reason.name(), this.request.actor(),
				this.request.reason(), script.namespace(), this.election, script.namespace(), this.election));
		all.addAll(List.of(parameters));
		script.update("UPDATE leader_history SET ended = ?, end_reason = ?, actor = ?, reason = ?"
				+ " WHERE namespace = ? AND election = ? AND term = (SELECT e.leader_term FROM leader_election e"
				+ " WHERE e.namespace = ? AND e.election = ? AND " + condition + ")", all.toArray());
	}

	/**
	 * Note the term that the script has burned, if it did.
	 * @param script the script
	 * @param kind how it was burned
	 * @param grantId the grant id of the burned term
	 */
	void noteBurned(NamespaceScript script, HistoryEntry.Kind kind, String grantId) {
		String ns = script.namespace();
		script.update(
				"INSERT INTO leader_history (namespace, election, term, kind, grant_id, began, actor, reason)"
						+ " SELECT e.namespace, e.election, e.term, ?, ?, ?, ?, ? FROM leader_election e"
						+ " WHERE e.namespace = ? AND e.election = ? AND e.term_revision = " + NamespaceScript.REVISION,
				kind.name(), grantId, this.time.toString(), this.request.actor(), this.request.reason(), ns,
				this.election, ns);
	}

}
