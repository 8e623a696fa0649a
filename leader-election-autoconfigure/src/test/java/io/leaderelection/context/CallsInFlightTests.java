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

package io.leaderelection.context;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.leaderelection.FencingToken;
import io.leaderelection.context.CallsInFlight.EndOfTerm;
import io.leaderelection.context.CallsInFlight.Work;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CallsInFlight}.
 */
class CallsInFlightTests {

	private static final FencingToken TOKEN = new FencingToken("settlement", 5, "grant");

	private static final FencingToken OTHER = new FencingToken("settlement", 6, "grant");

	private final CallsInFlight inFlight = new CallsInFlight();

	private final List<String> told = new ArrayList<>();

	@Test
	void aTermWithoutWorkIsDrainedAtOnce() {
		assertThat(this.inFlight.drain(TOKEN)).isCompleted();
	}

	/**
	 * Lesson 8.
	 */
	@Test
	void aTermIsDrainedWhenItsLastPieceOfWorkHasEnded() {
		Work first = this.inFlight.begin(TOKEN, EndOfTerm.NONE);
		Work second = this.inFlight.begin(TOKEN, EndOfTerm.NONE);
		this.inFlight.begin(OTHER, EndOfTerm.NONE);
		CompletionStage<Void> drained = this.inFlight.drain(TOKEN);
		first.close();
		first.close();
		assertThat(drained).isNotCompleted();
		assertThat(this.inFlight.count(TOKEN)).isEqualTo(1);
		second.close();
		assertThat(drained).isCompleted();
		assertThat(this.inFlight.count(OTHER)).isEqualTo(1);
	}

	@Test
	void aDrainWaitsForWorkThatBeganMeanwhile() {
		Work outer = this.inFlight.begin(TOKEN, EndOfTerm.NONE);
		CompletionStage<Void> drained = this.inFlight.drain(TOKEN);
		Work nested = this.inFlight.begin(TOKEN, EndOfTerm.NONE);
		outer.close();
		assertThat(drained).isNotCompleted();
		nested.close();
		assertThat(drained).isCompleted();
	}

	@Test
	void theCallerCannotEndADrain() {
		Work work = this.inFlight.begin(TOKEN, EndOfTerm.NONE);
		this.inFlight.drain(TOKEN).toCompletableFuture().complete(null);
		assertThat(this.inFlight.drain(TOKEN)).isNotCompleted();
		work.close();
	}

	@Test
	void workIsToldThatItsTermEndsAndIsOver() {
		this.inFlight.begin(TOKEN, observer("work"));
		this.inFlight.begin(OTHER, observer("other"));
		this.inFlight.drain(TOKEN);
		this.inFlight.end(TOKEN);
		assertThat(this.told).containsExactly("work ending", "work ended");
	}

	@Test
	void workThatBeginsDuringADrainIsToldToo() {
		this.inFlight.begin(TOKEN, EndOfTerm.NONE);
		this.inFlight.drain(TOKEN);
		this.inFlight.begin(TOKEN, observer("late"));
		assertThat(this.told).containsExactly("late ending");
	}

	private EndOfTerm observer(String name) {
		return new EndOfTerm() {

			@Override
			public void ending() {
				CallsInFlightTests.this.told.add(name + " ending");
			}

			@Override
			public void ended() {
				CallsInFlightTests.this.told.add(name + " ended");
			}

		};
	}

}
