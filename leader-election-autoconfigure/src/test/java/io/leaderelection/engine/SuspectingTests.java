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
import java.util.Objects;
import java.util.Set;

import io.leaderelection.LeaderState;
import io.leaderelection.RevocationReason;
import io.leaderelection.SuspicionCause;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.TermRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Suspecting}.
 */
class SuspectingTests {

	private final MachineFixture machine = MachineFixture.leading();

	private final LeaderRecord record = Objects.requireNonNull(this.machine.state().holding()).record();

	@Test
	void suspicionIsPublishedAndClosesTheGate() {
		this.machine.feed(new Input.Suspect(SuspicionCause.RENEWAL_LATE));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.SUSPECT);
		assertThat(this.machine.actions(Action.PublishSuspected.class)).hasSize(1);
		assertThat(this.machine.actions(Action.Read.class)).hasSize(1);
	}

	@Test
	void renewalAndReadSentAfterwardsLiftIt() {
		this.machine.feed(new Input.Suspect(SuspicionCause.RENEWAL_LATE));
		this.machine.renew(this.machine.now());
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.SUSPECT);
		this.machine.feed(new Input.Observed(own(), this.machine.now()));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.LEADER);
		assertThat(this.machine.actions(Action.PublishConfirmed.class)).hasSize(1);
	}

	@Test
	void answersToEarlierRequestsDoNotLiftIt() {
		Moment before = this.machine.now();
		this.machine.feed(new Input.Suspect(SuspicionCause.RENEWAL_LATE));
		this.machine.renew(before);
		this.machine.feed(new Input.Observed(own(), before));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.SUSPECT);
	}

	@Test
	void watchDoesNotLiftIt() {
		this.machine.feed(new Input.Suspect(SuspicionCause.RENEWAL_LATE));
		this.machine.renew(this.machine.now());
		this.machine.feed(new Input.Observed(own(), null));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.SUSPECT);
	}

	@Test
	void promiseI5ItEndsAtTheDeadlineKnownWhenItArose() {
		Moment before = this.machine.now();
		this.machine.pass(Duration.ofSeconds(6));
		this.machine.feed(new Input.Suspect(SuspicionCause.RENEWAL_LATE));
		this.machine.renew(this.machine.now());
		this.machine.pass(Duration.ofNanos(Duration.ofSeconds(10).toNanos() - before.nanos()));
		this.machine.feed(new Input.TimerFired(Timer.SUSPICION));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.FOLLOWER);
		assertThat(this.machine.actions(Action.PublishRevoked.class)).hasSize(1);
		assertThat(this.machine.actions(Action.Delete.class)).hasSize(1);
	}

	@Test
	void promiseI5EvidenceThatArrivesAfterThatDeadlineComesTooLate() {
		Moment before = this.machine.now();
		this.machine.pass(Duration.ofSeconds(6));
		this.machine.feed(new Input.Suspect(SuspicionCause.RENEWAL_LATE));
		Moment sent = this.machine.now();
		this.machine.renew(sent);
		this.machine.pass(Duration.ofNanos(Duration.ofSeconds(10).toNanos() - before.nanos()));
		this.machine.feed(new Input.Observed(own(), sent));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.FOLLOWER);
		assertThat(this.machine.actions(Action.PublishConfirmed.class)).isEmpty();
		assertThat(this.machine.actions(Action.PublishRevoked.class)).hasSize(1);
		assertThat(this.machine.actions(Action.Delete.class)).hasSize(1);
	}

	@Test
	void promiseI5RenewalThatArrivesAfterTheDeadlineResumesNothing() {
		Moment sent = this.machine.now();
		this.machine.feed(new Input.Suspect(SuspicionCause.RENEWAL_LATE));
		this.machine.pass(Duration.ofSeconds(10));
		this.machine.feed(new Input.TimerFired(Timer.SUSPICION));
		assertThat(this.machine.actions(Action.PublishRevoked.class)).hasSize(1);
		this.machine.renew(sent);
		this.machine.renew(this.machine.now());
		this.machine.feed(new Input.Observed(own(), this.machine.now()));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.FOLLOWER);
		assertThat(this.machine.state().holding()).isNull();
	}

	@Test
	void anotherPauseVoidsTheEvidenceSoFar() {
		this.machine.feed(new Input.Suspect(SuspicionCause.PROCESS_PAUSED));
		this.machine.renew(this.machine.now());
		this.machine.feed(new Input.Suspect(SuspicionCause.PROCESS_PAUSED));
		this.machine.feed(new Input.Observed(own(), this.machine.now()));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.SUSPECT);
	}

	@Test
	void silentWatchTriggersAReadWhoseFailureCountsAsLostContact() {
		this.machine.feed(new Input.WatchSilent("no heartbeat"));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.LEADER);
		assertThat(this.machine.actions(Action.Read.class)).hasSize(1);
		this.machine
			.feed(new Input.ReadFailed(Objects.requireNonNull(this.machine.state().knowledge().reading()), "lost"));
		assertThat(this.machine.actions(Action.PublishSuspected.class))
			.containsExactly(new Action.PublishSuspected(this.record.token(), SuspicionCause.CONTACT_LOST));
	}

	@Test
	void suspicionWhileDrainingStaysInDraining() {
		this.machine.feed(new Input.Resign(new Order(1, MachineFixture.REQUEST), Duration.ZERO));
		this.machine.feed(new Input.Suspect(SuspicionCause.RENEWAL_LATE));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.DRAINING);
		assertThat(this.machine.state().suspicion()).isNotNull();
		this.machine.renew(this.machine.now());
		this.machine.feed(new Input.Observed(own(), this.machine.now()));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.DRAINING);
		assertThat(this.machine.state().suspicion()).isNull();
	}

	@Test
	void lesson5DefiniteEvidenceEndsTheTerm() {
		this.machine.feed(new Input.Observed(MachineFixture.view(9, null, new TermRecord(1, 2)), null));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.FOLLOWER);
		assertThat(this.machine.actions(Action.PublishRevoked.class)).extracting((event) -> event.revocation().reason())
			.containsExactly(RevocationReason.GONE);
	}

	@Test
	void watchThatIsOlderThanTheGrantIsNoEvidence() {
		this.machine.feed(new Input.Observed(MachineFixture.view(1, null, TermRecord.NONE), null));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.LEADER);
	}

	@Test
	void renewalThatMissesTheGrantEndsTheTerm() {
		Moment sent = this.machine.now();
		this.machine.feed(new Input.LeaseRenewed(this.machine.lease(), sent, Set.of()));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.FOLLOWER);
	}

	@Test
	void promiseI7RestoreEndsTheTermOnce() {
		this.machine.feed(new Input.Restored("revision 3 follows 40"));
		assertThat(this.machine.actions(Action.PublishRevoked.class)).extracting((event) -> event.revocation().reason())
			.containsExactly(RevocationReason.RESTORED);
		this.machine.feed(new Input.LeaseLost(RevocationReason.GONE, "again"));
		assertThat(this.machine.actions(Action.PublishRevoked.class)).isEmpty();
	}

	private ElectionView own() {
		return MachineFixture.view(2, this.record, new TermRecord(1, 2));
	}

}
