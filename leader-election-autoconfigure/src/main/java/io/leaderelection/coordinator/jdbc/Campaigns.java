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

import java.util.concurrent.CompletableFuture;

import io.leaderelection.ElectionName;
import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.TermRecord;

/**
 * Campaigns: one script grants a term.
 */
final class Campaigns {

	private static final String NOBODY_LEADS = "leader_grant IS NULL AND pause_grant IS NULL";

	private static final String HIGHEST = "(SELECT MAX(h.term) FROM leader_history h WHERE h.namespace = ?"
			+ " AND h.election = ?)";

	private final JdbcStore store;

	Campaigns(JdbcStore store) {
		this.store = store;
	}

	CompletableFuture<CampaignOutcome> campaign(Campaign campaign) {
		ElectionName.requireValid(campaign.election());
		return this.store.changeWithOthers(exchange(campaign));
	}

	static Exchange<CampaignOutcome> exchange(Campaign campaign) {
		return (script) -> {
			String ns = script.namespace();
			String id = campaign.session().id();
			script.endExpired();
			script.createElection(campaign.election());
			catchUp(script, campaign.election());
			grant(script, campaign);
			Script.Query<StoredElection> election = script.election(campaign.election());
			Script.Query<String> session = script.query((row) -> row.getString("session_id"),
					"SELECT s.session_id FROM leader_session s WHERE s.namespace = ? AND s.session_id = ?", ns, id);
			return (answer, revision) -> outcome(campaign, answer.only(election), answer.first(session) != null,
					revision);
		};
	}

	// A counter that lies behind the history would hand out a term twice.
	private static void catchUp(NamespaceScript script, String election) {
		String ns = script.namespace();
		script.update("UPDATE leader_election SET term = " + HIGHEST + ", term_revision = " + NamespaceScript.REVISION
				+ ", revision = " + NamespaceScript.REVISION + " WHERE namespace = ? AND election = ? AND "
				+ NOBODY_LEADS + " AND term < " + HIGHEST, ns, election, ns, ns, ns, election, ns, election);
	}

	private static void grant(NamespaceScript script, Campaign campaign) {
		String ns = script.namespace();
		String election = campaign.election();
		TermRecord known = campaign.known();
		long term = known.value() + 1;
		script.update(
				"UPDATE leader_election SET leader_session = ?, leader_instance = ?, leader_grant = ?, leader_term = ?,"
						+ " leader_revision = " + NamespaceScript.REVISION
						+ ", leader_since = ?, leader_metadata = ?, successor = NULL, term = ?, term_revision = "
						+ NamespaceScript.REVISION + ", revision = " + NamespaceScript.REVISION
						+ " WHERE namespace = ? AND election = ? AND " + NOBODY_LEADS
						+ " AND term = ? AND term_revision = ? AND EXISTS (SELECT 1 FROM leader_session s"
						+ " WHERE s.namespace = ? AND s.session_id = ?)",
				campaign.session().id(), campaign.session().instance(), campaign.grantId(), term, ns,
				campaign.since().toString(), StoredElection.encode(campaign.metadata()), term, ns, ns, ns, election,
				known.value(), known.version(), ns, campaign.session().id());
		String granted = "EXISTS (SELECT 1 FROM leader_election e WHERE e.namespace = ? AND e.election = ?"
				+ " AND e.leader_grant = ? AND e.leader_revision = " + NamespaceScript.REVISION + ")";
		script.update("INSERT INTO leader_history (namespace, election, term, kind, grant_id, instance, began)"
				+ " SELECT n.namespace, ?, ?, 'GRANTED', ?, ?, ? FROM leader_namespace n WHERE n.namespace = ? AND "
				+ granted, election, term, campaign.grantId(), campaign.session().instance(),
				campaign.since().toString(), ns, ns, election, campaign.grantId(), ns);
		script.update("DELETE FROM leader_history WHERE namespace = ? AND election = ? AND term <= ? AND " + granted,
				ns, election, term - Coordinator.HISTORY_LIMIT, ns, election, campaign.grantId(), ns);
	}

	private static CampaignOutcome outcome(Campaign campaign, StoredElection election, boolean sessionLives,
			long revision) {
		LeaderRecord leader = election.leader();
		if (leader != null) {
			boolean own = leader.version() == revision && leader.grantId().equals(campaign.grantId());
			return own ? new CampaignOutcome.Won(leader) : new CampaignOutcome.Lost(leader, election.term());
		}
		if (election.pause() != null) {
			return new CampaignOutcome.Paused(election.pause(), election.term());
		}
		if (election.term().equals(campaign.known()) && !sessionLives) {
			return Sessions.gone(campaign.session());
		}
		return new CampaignOutcome.Behind(election.term());
	}

}
