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

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderState;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.spi.SealOutcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Resealing}.
 */
class ResealingTests {

	private final MachineFixture machine = MachineFixture.campaigning(true);

	private final LeaderRecord record = this.machine.win();

	@BeforeEach
	void lead() {
		this.machine.feed(new Input.SealAnswered(this.record.token(), new SealOutcome.Sealed(List.of("ledger"))));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.LEADER);
	}

	@Test
	void lostSealIsRaisedAgainAfterALaterReadShowedTheGrant() {
		Moment before = this.machine.now();
		this.machine.feed(new Input.Unsealed(this.record.token()));
		assertThat(this.machine.actions(Action.Read.class)).hasSize(1);
		this.machine.feed(new Input.Observed(own(), before));
		assertThat(this.machine.actions(Action.Seal.class)).isEmpty();
		this.machine.feed(new Input.Observed(own(), this.machine.now()));
		assertThat(this.machine.actions(Action.Seal.class)).hasSize(1);
		this.machine.feed(new Input.SealAnswered(this.record.token(), new SealOutcome.Sealed(List.of("ledger"))));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.LEADER);
	}

	@Test
	void reportOfAnotherTermHasNoEffect() {
		this.machine.feed(new Input.Unsealed(new FencingToken("settlement", 7, "another")));
		assertThat(this.machine.actions(Action.Read.class)).isEmpty();
	}

	@Test
	void leaderWhoseFenceStandsAheadGivesUp() {
		this.machine.feed(new Input.Unsealed(this.record.token()));
		this.machine.feed(new Input.Observed(own(), this.machine.now()));
		this.machine.feed(new Input.SealAnswered(this.record.token(), new SealOutcome.Ahead(9, "g9", "ledger")));
		assertThat(this.machine.state().leaderState()).isEqualTo(LeaderState.DRAINING);
		assertThat(this.machine.actions(Action.Complain.class)).hasSize(1);
	}

	private ElectionView own() {
		return MachineFixture.view(2, this.record, new TermRecord(1, 2));
	}

}
