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

import io.leaderelection.HoldBack;
import io.leaderelection.LeaderState;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.coordinator.Unknown;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Campaigning}.
 */
class CampaigningTests {

	@Test
	void lesson2NothingIsAnnouncedBeforeTheCoordinatorConfirmed() {
		MachineFixture machine = MachineFixture.campaigning(false);
		LeaderRecord own = MachineFixture.grant(machine.attempt());
		machine.feed(new Input.Observed(MachineFixture.view(2, own, new TermRecord(1, 2)), null));
		assertThat(machine.state().leaderState()).isEqualTo(LeaderState.CAMPAIGNING);
		assertThat(machine.actions(Action.PublishGranted.class)).isEmpty();
	}

	@Test
	void observedLeaderCancelsTheNextAttempt() {
		MachineFixture machine = MachineFixture.started(false);
		machine.feed(new Input.Observed(MachineFixture.view(2, MachineFixture.other(1), new TermRecord(1, 2)), null));
		assertThat(machine.actions(Action.Cancel.class)).contains(new Action.Cancel(Timer.CAMPAIGN));
		machine.feed(new Input.TimerFired(Timer.CAMPAIGN));
		assertThat(machine.actions(Action.Campaign.class)).isEmpty();
	}

	@Test
	void vacancyThatWasOnlyHeardOfIsReasonEnoughToCampaign() {
		MachineFixture machine = MachineFixture.started(false);
		TermRecord counter = new TermRecord(1, 2);
		machine.feed(new Input.Observed(MachineFixture.view(2, MachineFixture.other(1), counter), null));
		machine.feed(new Input.Vacated(1));
		assertThat(machine.actions(Action.Schedule.class)).extracting(Action.Schedule::timer).contains(Timer.CAMPAIGN);
		machine.feed(new Input.TimerFired(Timer.CAMPAIGN));
		assertThat(machine.attempt().known()).isEqualTo(counter);
	}

	@Test
	void vacancyOfAnotherTermThanTheOneSeenIsNotBelieved() {
		MachineFixture machine = MachineFixture.started(false);
		machine.feed(new Input.Observed(MachineFixture.view(2, MachineFixture.other(2), new TermRecord(2, 2)), null));
		machine.feed(new Input.Vacated(1));
		machine.feed(new Input.TimerFired(Timer.CAMPAIGN));
		assertThat(machine.actions(Action.Campaign.class)).isEmpty();
	}

	@Test
	void vacancyThatWasOnlyHeardOfEndsNoTermThatIsHeld() {
		MachineFixture machine = MachineFixture.leading();
		long term = machine.state().holding().record().term();
		machine.feed(new Input.Observed(
				MachineFixture.view(2, machine.state().holding().record(), new TermRecord(term, 2)), machine.now()));
		machine.feed(new Input.Vacated(term));
		assertThat(machine.state().leaderState()).isEqualTo(LeaderState.LEADER);
		assertThat(machine.actions(Action.PublishRevoked.class)).isEmpty();
	}

	@Test
	void lesson22UnknownOutcomeIsSettledByARead() {
		MachineFixture machine = MachineFixture.campaigning(false);
		Attempt attempt = machine.attempt();
		machine.feed(new Input.CampaignAnswered(attempt, new Unknown("lost")));
		assertThat(machine.actions(Action.Campaign.class)).isEmpty();
		assertThat(machine.actions(Action.Read.class)).hasSize(1);
		machine.feed(new Input.Observed(MachineFixture.view(2, MachineFixture.grant(attempt), new TermRecord(1, 2)),
				machine.now()));
		assertThat(machine.state().leaderState()).isEqualTo(LeaderState.LEADER);
	}

	@Test
	void lesson22ReadThatWasSentBeforeTheUnknownOutcomeSettlesNothing() {
		MachineFixture machine = MachineFixture.campaigning(false);
		Moment before = machine.now();
		machine.feed(new Input.CampaignAnswered(machine.attempt(), new Unknown("lost")));
		machine.feed(new Input.Observed(MachineFixture.view(1, null, TermRecord.NONE), before));
		assertThat(machine.state().leaderState()).isEqualTo(LeaderState.CAMPAIGNING);
	}

	@Test
	void lesson22AttemptThatMayStillBeAppliedIsRepeatedWithTheSameNonceAndSession() {
		MachineFixture machine = MachineFixture.campaigning(false);
		Attempt attempt = machine.attempt();
		machine.feed(new Input.CampaignAnswered(attempt, new Unknown("lost")));
		machine.feed(new Input.Observed(MachineFixture.view(2, null, TermRecord.NONE), machine.now()));
		machine.feed(new Input.TimerFired(Timer.CAMPAIGN));
		assertThat(machine.attempt()).isEqualTo(attempt);
	}

	@Test
	void newNonceIsUsedOnceTheTermCounterProvesTheAttemptDead() {
		MachineFixture machine = MachineFixture.campaigning(false);
		Attempt attempt = machine.attempt();
		machine.feed(new Input.CampaignAnswered(attempt, new Unknown("lost")));
		machine.feed(new Input.Observed(MachineFixture.view(5, null, new TermRecord(1, 5)), machine.now()));
		machine.feed(new Input.TimerFired(Timer.CAMPAIGN));
		assertThat(machine.attempt().grantId()).isNotEqualTo(attempt.grantId());
		assertThat(machine.state().unsettled()).isNull();
	}

	/**
	 * The answer tells a counter that no state seen shows yet, and what was under way
	 * then comes later.
	 */
	@Test
	void lesson22AttemptIsNotForgottenForAStateOfBeforeItsCounter() {
		MachineFixture machine = MachineFixture.campaigning(false);
		Moment before = machine.now();
		TermRecord told = new TermRecord(5, 50);
		machine.feed(new Input.CampaignAnswered(machine.attempt(), new CampaignOutcome.Behind(told)));
		machine.feed(new Input.TimerFired(Timer.CAMPAIGN));
		Attempt attempt = machine.attempt();
		assertThat(attempt.known()).isEqualTo(told);
		machine.feed(new Input.CampaignAnswered(attempt, new Unknown("lost")));
		machine.feed(new Input.Observed(MachineFixture.view(20, null, new TermRecord(1, 20)), null));
		machine.feed(new Input.Observed(MachineFixture.view(20, null, new TermRecord(1, 20)), before));
		assertThat(machine.state().unsettled()).isEqualTo(attempt);
		machine.feed(new Input.Observed(MachineFixture.view(60, null, told), machine.now()));
		machine.feed(new Input.TimerFired(Timer.CAMPAIGN));
		assertThat(machine.attempt()).isEqualTo(attempt);
	}

	@Test
	void lesson22LateGrantOfAnAbandonedAttemptIsDeleted() {
		MachineFixture machine = MachineFixture.campaigning(false);
		Attempt attempt = machine.attempt();
		LeaderRecord late = MachineFixture.grant(attempt);
		machine.feed(new Input.CampaignAnswered(attempt, new Unknown("lost")));
		machine.feed(new Input.Judged("database down"));
		machine.feed(new Input.Observed(MachineFixture.view(2, null, TermRecord.NONE), machine.now()));
		machine.feed(new Input.Observed(MachineFixture.view(3, late, new TermRecord(1, 3)), null));
		assertThat(machine.actions(Action.Delete.class)).extracting((delete) -> delete.release().kind())
			.containsExactly(Release.Kind.DISCARD);
		machine.feed(new Input.ReleaseAnswered(late, new Unknown("lost")));
		machine.feed(new Input.TimerFired(Timer.RELEASE));
		assertThat(machine.actions(Action.Delete.class)).hasSize(1);
		machine.feed(new Input.ReleaseAnswered(late, new Done()));
		assertThat(machine.state().releases()).isEmpty();
	}

	@Test
	void leaseIsReplacedIfAnOwnRecordCannotBeDeleted() {
		MachineFixture machine = MachineFixture.started(false);
		LeaderRecord stray = MachineFixture.record("old", MachineFixture.SELF, "s1", 1);
		machine.feed(new Input.Observed(MachineFixture.view(2, stray, new TermRecord(1, 2)), null));
		machine.feed(new Input.ReleaseAnswered(stray, new Unknown("lost")));
		machine.pass(Duration.ofSeconds(11));
		machine.feed(new Input.TimerFired(Timer.CLEAN_UP));
		assertThat(machine.actions(Action.ReplaceLease.class)).extracting(Action.ReplaceLease::session)
			.containsExactly(MachineFixture.SESSION);
	}

	@Test
	void lesson6OwnNonceUnderAnotherSessionIsNoGrant() {
		MachineFixture machine = MachineFixture.campaigning(false);
		Attempt attempt = machine.attempt();
		LeaderRecord elsewhere = MachineFixture.record(attempt.grantId(), MachineFixture.SELF, "s0", 1);
		machine.feed(new Input.CampaignAnswered(attempt, new CampaignOutcome.Lost(elsewhere, new TermRecord(1, 2))));
		assertThat(machine.state().leaderState()).isEqualTo(LeaderState.FOLLOWER);
		assertThat(machine.actions(Action.PublishGranted.class)).isEmpty();
	}

	@Test
	void answerThatShowsTheOwnGrantIsTheGrant() {
		MachineFixture machine = MachineFixture.campaigning(false);
		Attempt attempt = machine.attempt();
		machine.feed(new Input.CampaignAnswered(attempt,
				new CampaignOutcome.Lost(MachineFixture.grant(attempt), new TermRecord(1, 2))));
		assertThat(machine.state().leaderState()).isEqualTo(LeaderState.LEADER);
	}

	@Test
	void grantThatArrivesWhenTheInstanceMayNotLeadIsGivenBack() {
		MachineFixture machine = MachineFixture.campaigning(false);
		machine.feed(new Input.Judged("database down"));
		machine.win();
		assertThat(machine.state().leaderState()).isEqualTo(LeaderState.FOLLOWER);
		assertThat(machine.actions(Action.PublishGranted.class)).isEmpty();
		assertThat(machine.actions(Action.Delete.class)).hasSize(1);
	}

	@Test
	void refusedAttemptBacksOff() {
		MachineFixture machine = MachineFixture.campaigning(false);
		machine.feed(new Input.CampaignAnswered(machine.attempt(), new Refused(Refused.Kind.NO_SPACE, "full")));
		assertThat(Restraining.reason(machine.state(), MachineFixture.SELF))
			.isEqualTo(new Restraining.Reason(HoldBack.NO_COORDINATOR, "full"));
	}

	@Test
	void lesson1ExpiredLeaseWinsNothing() {
		MachineFixture machine = MachineFixture.campaigning(false);
		machine.pass(Duration.ofSeconds(20));
		machine.win();
		assertThat(machine.actions(Action.PublishGranted.class)).isEmpty();
		assertThat(machine.state().leaderState()).isEqualTo(LeaderState.SEALING);
	}

	@Test
	void grantThatTheWatchHasSeenDeletedIsVerifiedFirst() {
		MachineFixture machine = MachineFixture.campaigning(false);
		machine.feed(new Input.Observed(MachineFixture.view(4, null, new TermRecord(2, 4)), null));
		machine.win();
		assertThat(machine.state().leaderState()).isEqualTo(LeaderState.SEALING);
		machine.feed(new Input.Observed(MachineFixture.view(4, null, new TermRecord(2, 4)), machine.now()));
		assertThat(machine.state().leaderState()).isEqualTo(LeaderState.FOLLOWER);
		assertThat(machine.actions(Action.PublishRevoked.class)).isEmpty();
	}

}
