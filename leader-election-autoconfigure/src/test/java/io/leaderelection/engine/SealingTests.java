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

import java.util.List;

import io.leaderelection.HoldBack;
import io.leaderelection.LeaderState;
import io.leaderelection.SuspicionCause;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.spi.SealOutcome;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Sealing}.
 */
class SealingTests {

	private final MachineFixture machine = MachineFixture.campaigning(true);

	private final LeaderRecord record = this.machine.win();

	@Test
	void termIsAnnouncedOnceTheFencesStand() {
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.SEALING);
		assertThat(this.machine.actions(Action.Seal.class))
			.containsExactly(new Action.Seal(this.record.token(), "lineage"));
		answer(new SealOutcome.Sealed(List.of("ledger")));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.LEADER);
		assertThat(this.machine.actions(Action.PublishGranted.class)).hasSize(1);
	}

	@Test
	void failedSealGivesTheTermUpAndBacksOff() {
		answer(new SealOutcome.Failed(List.of("ledger"), "connection refused"));
		assertThat(this.machine.actions(Action.Delete.class)).hasSize(1);
		assertThat(this.machine.actions(Action.PublishRevoked.class)).isEmpty();
		assertThat(reason()).extracting(Restraining.Reason::kind).isEqualTo(HoldBack.SEAL_FAILED);
	}

	@Test
	void sealingIsBounded() {
		this.machine.feed(new Input.TimerFired(Timer.SEAL));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.FOLLOWER);
		assertThat(this.machine.actions(Action.Delete.class)).hasSize(1);
	}

	@Test
	void lateSealAnswerAnnouncesNothing() {
		this.machine.feed(new Input.TimerFired(Timer.SEAL));
		answer(new SealOutcome.Sealed(List.of("ledger")));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.FOLLOWER);
	}

	@Test
	void nothingIsAnnouncedWhileTheLeaseIsSuspect() {
		this.machine.feed(new Input.Suspect(SuspicionCause.PROCESS_PAUSED));
		answer(new SealOutcome.Sealed(List.of("ledger")));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.SEALING);
		this.machine.renew(this.machine.now());
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.SEALING);
		this.machine
			.feed(new Input.Observed(MachineFixture.view(2, this.record, new TermRecord(1, 2)), this.machine.now()));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.LEADER);
	}

	@Test
	void fenceAheadIsVerifiedByALaterReadAndTheTermRaised() {
		Moment before = this.machine.now();
		answer(new SealOutcome.Ahead(7, "g7", "ledger"));
		assertThat(this.machine.actions(Action.Read.class)).hasSize(1);
		ElectionView mine = MachineFixture.view(2, this.record, new TermRecord(1, 2));
		this.machine.feed(new Input.Observed(mine, before));
		assertThat(this.machine.actions(Action.Raise.class)).isEmpty();
		this.machine.feed(new Input.Observed(mine, this.machine.now()));
		assertThat(this.machine.actions(Action.Raise.class)).containsExactly(new Action.Raise(this.record, 7));
		this.machine.feed(new Input.RaiseAnswered(this.record, new Done()));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.FOLLOWER);
		assertThat(this.machine.actions(Action.Read.class)).hasSize(1);
	}

	@Test
	void overtakenCandidateHasLost() {
		answer(new SealOutcome.Ahead(2, "g2", "ledger"));
		this.machine.feed(new Input.Observed(MachineFixture.view(9, MachineFixture.other(2), new TermRecord(2, 9)),
				this.machine.now()));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.FOLLOWER);
		assertThat(this.machine.actions(Action.Raise.class)).isEmpty();
		assertThat(this.machine.actions(Action.PublishRevoked.class)).isEmpty();
	}

	@Test
	void jumpThatCannotBeTrueIsRefusedLoudly() {
		answer(new SealOutcome.Ahead((1L << 32) + 2, "g", "ledger"));
		this.machine
			.feed(new Input.Observed(MachineFixture.view(2, this.record, new TermRecord(1, 2)), this.machine.now()));
		assertThat(this.machine.actions(Action.Raise.class)).isEmpty();
		assertThat(this.machine.actions(Action.Complain.class)).hasSize(1);
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.FOLLOWER);
	}

	@Test
	void raiseOfUnknownOutcomeIsRepeated() {
		answer(new SealOutcome.Ahead(7, "g7", "ledger"));
		this.machine
			.feed(new Input.Observed(MachineFixture.view(2, this.record, new TermRecord(1, 2)), this.machine.now()));
		this.machine.feed(new Input.RaiseAnswered(this.record, new Unknown("lost")));
		this.machine.feed(new Input.TimerFired(Timer.RAISE));
		assertThat(this.machine.actions(Action.Raise.class)).containsExactly(new Action.Raise(this.record, 7));
	}

	@Test
	void foreignLineageHoldsBackLoudly() {
		answer(new SealOutcome.ForeignLineage("another", "ledger"));
		assertThat(this.machine.actions(Action.Complain.class)).hasSize(1);
		assertThat(this.machine.actions(Action.Delete.class)).hasSize(1);
		assertThat(reason()).extracting(Restraining.Reason::kind).isEqualTo(HoldBack.FOREIGN_LINEAGE);
		assertThat(reason()).extracting(Restraining.Reason::detail, InstanceOfAssertFactories.STRING)
			.contains("The fence of 'ledger' remembers lineage 'another', but the coordinator's is 'lineage'");
	}

	@Test
	void promiseI1TermRememberedFromBeforeARestoreIsNotUndercut() {
		MachineFixture restored = MachineFixture.started(false);
		restored
			.feed(new Input.Observed(MachineFixture.view(40, MachineFixture.other(9), new TermRecord(9, 40)), null));
		restored.feed(new Input.Restored("revision 3 follows 40"));
		restored.feed(new Input.LineageKnown("lineage"));
		restored.feed(new Input.LeaseOpened(restored.lease()));
		restored.feed(new Input.Observed(MachineFixture.view(3, null, new TermRecord(4, 3)), restored.now()));
		restored.feed(new Input.TimerFired(Timer.CAMPAIGN));
		LeaderRecord won = restored.win();
		assertThat(restored.state().leaderState()).isEqualTo(LeaderState.SEALING);
		restored.feed(new Input.Observed(MachineFixture.view(5, won, new TermRecord(5, 5)), restored.now()));
		assertThat(restored.actions(Action.Raise.class)).containsExactly(new Action.Raise(won, 9));
	}

	@Test
	void promiseI1TermCounterThatWentBackUnnoticedIsNotUndercut() {
		MachineFixture other = MachineFixture.started(false);
		other.feed(new Input.Observed(MachineFixture.view(40, MachineFixture.other(9), new TermRecord(9, 40)), null));
		other.feed(new Input.Observed(MachineFixture.view(50, null, new TermRecord(8, 50)), null));
		other.feed(new Input.TimerFired(Timer.CAMPAIGN));
		other.win();
		assertThat(other.actions(Action.PublishGranted.class)).isEmpty();
	}

	private void answer(SealOutcome outcome) {
		this.machine.feed(new Input.SealAnswered(this.record.token(), outcome));
	}

	private Restraining.@Nullable Reason reason() {
		return Restraining.reason(this.machine.state(), MachineFixture.SELF);
	}

}
