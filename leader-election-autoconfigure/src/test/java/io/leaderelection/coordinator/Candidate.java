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

package io.leaderelection.coordinator;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.leaderelection.ControlRequest;
import io.leaderelection.RevocationReason;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Instance that takes part in elections by hand: a client, its session, and calls that
 * wait for their outcome.
 */
final class Candidate {

	static final ControlRequest REQUEST = new ControlRequest("operator", "test");

	private final CoordinatorHarness harness;

	private final Coordinator client;

	private final String instance;

	private Session session;

	Candidate(CoordinatorHarness harness, Coordinator client, String instance) {
		this.harness = harness;
		this.client = client;
		this.instance = instance;
		this.session = openSession();
	}

	Coordinator client() {
		return this.client;
	}

	String instance() {
		return this.instance;
	}

	Session session() {
		return this.session;
	}

	/**
	 * Open another session and use it from now on.
	 */
	Session openSession() {
		SessionRequest request = new SessionRequest(this.instance, this.harness.ttl());
		this.session = this.harness.await(this.client.open(request), SessionOutcome.Opened.class).session();
		return this.session;
	}

	void renew() {
		this.harness.await(this.client.renew(this.session), RenewalOutcome.Renewed.class);
	}

	void enlist(String election) {
		this.harness.await(this.client.enlist(this.session, election, Map.of("zone", "a")), Done.class);
	}

	ElectionView read(String election) {
		return this.harness.await(this.client.read(election), ReadOutcome.Read.class).view();
	}

	/**
	 * Prepare an attempt on the next term with a fresh grant id.
	 */
	Campaign prepare(String election) {
		return prepare(election, read(election).term());
	}

	Campaign prepare(String election, TermRecord known) {
		return new Campaign(election, this.session, UUID.randomUUID().toString(), known,
				Instant.now().truncatedTo(ChronoUnit.MILLIS), Map.of("host", this.instance));
	}

	CampaignOutcome campaign(Campaign campaign) {
		return this.harness.await(this.client.campaign(campaign));
	}

	LeaderRecord win(String election) {
		CampaignOutcome outcome = campaign(prepare(election));
		assertThat(outcome).isInstanceOf(CampaignOutcome.Won.class);
		return ((CampaignOutcome.Won) outcome).record();
	}

	ChangeOutcome resign(LeaderRecord record) {
		return this.harness.await(this.client.resign(record, RevocationReason.RESIGNED, REQUEST));
	}

	/**
	 * Win and give up a number of terms.
	 */
	void serve(String election, int terms) {
		for (int i = 0; i < terms; i++) {
			assertThat(resign(win(election))).isInstanceOf(Done.class);
			renew();
		}
	}

	ChangeOutcome discard(LeaderRecord record) {
		return this.harness.await(this.client.discard(record));
	}

	ChangeOutcome nominate(LeaderRecord record, String target) {
		return this.harness.await(this.client.nominate(record, target));
	}

	ChangeOutcome raise(LeaderRecord record, long floor) {
		return this.harness.await(this.client.raise(record, floor, REQUEST));
	}

	ControlOutcome pause(String election) {
		return this.harness.await(this.client.pause(election, REQUEST));
	}

	ChangeOutcome resume(String election) {
		return this.harness.await(this.client.resume(election, REQUEST));
	}

	ControlOutcome raiseTerm(String election, long expectedTerm, long floor) {
		return this.harness.await(this.client.raiseTerm(election, expectedTerm, floor, REQUEST));
	}

	ControlOutcome release(String election, long expectedTerm) {
		return this.harness.await(this.client.release(election, expectedTerm, REQUEST));
	}

	List<HistoryEntry> history(String election) {
		return history(election, Coordinator.HISTORY_LIMIT + 10);
	}

	List<HistoryEntry> history(String election, int limit) {
		return this.harness.await(this.client.history(election, limit), HistoryOutcome.Entries.class).entries();
	}

}
