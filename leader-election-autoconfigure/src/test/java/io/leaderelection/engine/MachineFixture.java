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

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.leaderelection.ControlRequest;
import io.leaderelection.LeaderState;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.TermRecord;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * State machine of one election, fed by hand.
 */
final class MachineFixture {

	static final String SELF = "self-1";

	static final Session SESSION = new Session("s1", SELF, Duration.ofSeconds(10));

	static final ControlRequest REQUEST = new ControlRequest("alice", "drill");

	private final ElectionMachine machine;

	private ElectionState state = ElectionState.INITIAL;

	private List<Action> actions = List.of();

	private long nanos;

	private long sequence;

	MachineFixture(boolean fenced) {
		ElectionSettings settings = ElectionSettings.of(Duration.ofSeconds(10));
		this.machine = new ElectionMachine(new Profile("settlement", SELF, "nonce", fenced, settings, Rules.PROVEN));
	}

	/**
	 * Create a machine that knows lease, lineage and an election that nobody leads.
	 */
	static MachineFixture started(boolean fenced) {
		MachineFixture fixture = new MachineFixture(fenced);
		fixture.feed(new Input.Start());
		fixture.feed(new Input.LineageKnown("lineage"));
		fixture.feed(new Input.LeaseOpened(fixture.lease()));
		fixture.feed(new Input.Observed(view(1, null, TermRecord.NONE), fixture.now()));
		return fixture;
	}

	/**
	 * Create a machine whose attempt is under way.
	 */
	static MachineFixture campaigning(boolean fenced) {
		MachineFixture fixture = started(fenced);
		fixture.feed(new Input.TimerFired(Timer.CAMPAIGN));
		assertThat(fixture.state.leaderState()).isEqualTo(LeaderState.CAMPAIGNING);
		return fixture;
	}

	static MachineFixture leading() {
		MachineFixture fixture = campaigning(false);
		fixture.win();
		assertThat(fixture.state.leaderState()).isEqualTo(LeaderState.LEADER);
		return fixture;
	}

	Moment now() {
		this.sequence++;
		return new Moment(this.sequence, this.nanos, 1_000_000 + this.nanos / 1_000_000);
	}

	void pass(Duration duration) {
		this.nanos += duration.toNanos();
	}

	MachineFixture feed(Input input) {
		Step step = this.machine.apply(this.state, now(), input);
		this.state = step.state();
		this.actions = step.actions();
		return this;
	}

	/**
	 * Answer the attempt under way with the grant.
	 */
	LeaderRecord win() {
		Attempt attempt = attempt();
		LeaderRecord record = grant(attempt);
		feed(new Input.CampaignAnswered(attempt, new CampaignOutcome.Won(record)));
		return record;
	}

	static LeaderRecord grant(Attempt attempt) {
		return record(attempt.grantId(), SELF, attempt.session().id(), attempt.known().value() + 1);
	}

	Attempt attempt() {
		return ((Phase.Campaigning) this.state.phase()).attempt();
	}

	Lease lease() {
		Moment now = now();
		return new Lease(SESSION, Deadline.of(now, SESSION.ttl(), Duration.ofMillis(200)), now);
	}

	/**
	 * Renew the lease by a renewal sent at the given moment.
	 */
	void renew(Moment sent) {
		Deadline deadline = Deadline.of(sent, SESSION.ttl(), Duration.ofMillis(200));
		feed(new Input.LeaseRenewed(new Lease(SESSION, deadline, sent), sent, null));
	}

	ElectionState state() {
		return this.state;
	}

	<A extends Action> List<A> actions(Class<A> type) {
		return this.actions.stream().filter(type::isInstance).map(type::cast).toList();
	}

	static LeaderRecord record(String grantId, String instance, String session, long term) {
		return new LeaderRecord("settlement", term, grantId, instance, session, 100 + term, Instant.EPOCH, Map.of());
	}

	static LeaderRecord other(long term) {
		return record("other-grant", "other", "s9", term);
	}

	static ElectionView view(long revision, @Nullable LeaderRecord leader, TermRecord term) {
		return new ElectionView("settlement", revision, leader, term, null, null, Map.of());
	}

}
