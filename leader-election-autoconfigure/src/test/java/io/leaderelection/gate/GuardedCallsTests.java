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

package io.leaderelection.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderState;
import io.leaderelection.Leadership;
import io.leaderelection.NotLeaderException;
import io.leaderelection.context.FixedLeadership;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import io.leaderelection.spi.CallObserver;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link GuardedCalls}.
 */
class GuardedCallsTests {

	private final List<FencingToken> checked = new ArrayList<>();

	private final GuardedCalls calls = new GuardedCalls(() -> List.of(this.checked::add));

	private final FakeElection election = new FakeElection("settlement");

	private final FakeElection other = new FakeElection("reports");

	@Test
	void bindsTheTokenWhileTheTaskRuns() throws Exception {
		FixedLeadership leadership = this.election.lead(5);
		FencingToken seen = this.calls.call(leadership, this::boundToken);
		assertThat(seen).isEqualTo(leadership.token());
		assertThat(LeadershipContext.current().isEmpty()).isTrue();
	}

	@Test
	void preparationAsksOnceForWhatCallsNeedAndTellsNobody() throws Exception {
		List<String> asked = new ArrayList<>();
		GuardedCalls prepared = new GuardedCalls(() -> {
			asked.add("checks");
			return List.of(this.checked::add);
		}, () -> {
			asked.add("observer");
			return (election) -> {
				asked.add("arrived");
				return CallObserver.ObservedCall.NONE;
			};
		});
		prepared.prepare();
		assertThat(asked).containsExactly("checks", "observer");
		assertThat(this.checked).isEmpty();
		prepared.call(this.election.lead(5), () -> "done");
		assertThat(asked).containsExactly("checks", "observer", "arrived");
		assertThat(this.checked).hasSize(1);
	}

	@Test
	void countsTheTaskAsInFlightBeforeItBegins() throws Exception {
		FixedLeadership leadership = this.election.lead(5);
		int during = this.calls.call(leadership, () -> this.calls.inFlight(leadership.token()));
		assertThat(during).isEqualTo(1);
		assertThat(this.calls.inFlight(leadership.token())).isZero();
	}

	/**
	 * Lesson 8: released is only what no longer runs.
	 */
	@Test
	void aDrainWaitsForWorkInFlight() {
		FencingToken token = this.election.lead(5).token();
		GuardedEntry entry = enter(this.election);
		CompletionStage<Void> drained = this.calls.drain(token);
		assertThat(drained).isNotCompleted();
		entry.close();
		assertThat(drained).isCompleted();
	}

	/**
	 * Lesson 8: a call that no drain has seen does not begin.
	 */
	@Test
	void aCallThatMissedTheDrainDoesNotBegin() {
		FencingToken token = this.election.lead(5).token();
		List<CompletionStage<Void>> drains = new ArrayList<>();
		FakeElection drainedAfterFirstLook = afterFirstLook(() -> {
			this.election.drain();
			drains.add(this.calls.drain(token));
		});
		assertThat(this.calls.enter(drainedAfterFirstLook, false)).isNull();
		assertThat(drains).singleElement().satisfies((drain) -> assertThat(drain).isCompleted());
		assertThat(LeadershipContext.current().isEmpty()).isTrue();
	}

	/**
	 * Promise I4: the token is captured once.
	 */
	@Test
	void aCallThatSeesTwoTermsWhileItEntersDoesNotBegin() {
		this.election.lead(5);
		FakeElection changedAfterFirstLook = afterFirstLook(() -> this.election.lead(7));
		assertThat(this.calls.enter(changedAfterFirstLook, false)).isNull();
	}

	private FakeElection afterFirstLook(Runnable change) {
		return new FakeElection("settlement") {

			private int looks;

			@Override
			public Optional<Leadership> leadership() {
				Optional<Leadership> leadership = GuardedCallsTests.this.election.leadership();
				if (this.looks++ == 0) {
					change.run();
				}
				return leadership;
			}

		};
	}

	/**
	 * Promise I3.
	 */
	@Test
	void nothingStartsInOtherStatesThanLeader() {
		assertThat(this.calls.enter(this.election, false)).isNull();
		this.election.lead(5);
		this.election.suspect();
		assertThat(this.election.state()).isEqualTo(LeaderState.SUSPECT);
		assertThat(this.calls.enter(this.election, false)).isNull();
		this.election.confirm();
		this.election.drain();
		assertThat(this.calls.enter(this.election, false)).isNull();
	}

	@Test
	void aNestedCallKeepsTheTokenOfTheOuterOne() {
		this.election.lead(5);
		try (GuardedEntry outer = enter(this.election); GuardedEntry nested = enter(this.election)) {
			assertThat(nested.call()).isSameAs(outer.call());
		}
	}

	@Test
	void aNestedCallPassesWhileTheTermIsDrained() {
		this.election.lead(5);
		try (GuardedEntry outer = enter(this.election)) {
			this.election.drain();
			this.calls.close();
			try (GuardedEntry nested = enter(this.election)) {
				assertThat(nested.call().token().term()).isEqualTo(5);
			}
		}
	}

	/**
	 * Promise I4, lesson 11: the task of term 5 wakes while the same process leads term
	 * 7.
	 */
	@Test
	void aNestedCallIsRefusedIfItsTermIsOverAlthoughTheProcessLeadsALaterOne() {
		this.election.lead(5);
		try (GuardedEntry outer = enter(this.election)) {
			this.election.lead(7);
			assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> this.calls.enter(this.election, false))
				.satisfies((ex) -> assertThat(ex.getToken()).isEqualTo(outer.call().token()));
			assertThatExceptionOfType(NotLeaderException.class)
				.isThrownBy(() -> this.calls.call(this.election.current(), this::boundToken))
				.withMessageContaining("in term 5")
				.withMessageContaining("term 7");
		}
	}

	/**
	 * Promise I3.
	 */
	/**
	 * Promise I3.
	 */
	@Test
	void aNestedCallIsRefusedWhileTheTermIsSuspected() {
		this.election.lead(5);
		try (GuardedEntry outer = enter(this.election)) {
			this.election.suspect();
			assertThatExceptionOfType(NotLeaderException.class)
				.isThrownBy(() -> this.calls.enter(this.election, false));
			this.election.confirm();
			enter(this.election).close();
		}
	}

	@Test
	void aNestedCallOfAnotherElectionBindsBothTokens() {
		this.election.lead(5);
		this.other.lead(2);
		try (GuardedEntry outer = enter(this.election)) {
			try (GuardedEntry nested = enter(this.other)) {
				assertThat(LeadershipContext.current().calls()).containsExactly(outer.call(), nested.call());
			}
			assertThat(LeadershipContext.current().calls()).containsExactly(outer.call());
		}
	}

	@Test
	void aNestedCallOfAnotherElectionNeedsThatLeadership() {
		this.election.lead(5);
		try (GuardedEntry outer = enter(this.election)) {
			assertThat(this.calls.enter(this.other, false)).isNull();
		}
	}

	@Test
	void theCurrentTransactionIsCheckedAtEachEntryWithTheTokenBound() throws Exception {
		FixedLeadership leadership = this.election.lead(5);
		List<FencingToken> bound = new ArrayList<>();
		GuardedCalls checking = new GuardedCalls(() -> List.of((token) -> bound.add(boundToken())));
		try (GuardedEntry entry = checking.enter(this.election, false)) {
			checking.call(leadership, () -> null);
		}
		assertThat(bound).containsExactly(leadership.token(), leadership.token());
	}

	@Test
	void aRefusedTransactionLeavesNothingBoundOrInFlight() {
		FixedLeadership leadership = this.election.lead(5);
		NotLeaderException refusal = new NotLeaderException(leadership.token(), "stale");
		GuardedCalls refusing = new GuardedCalls(() -> List.of((token) -> {
			throw refusal;
		}));
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> refusing.enter(this.election, false))
			.isSameAs(refusal);
		assertThat(LeadershipContext.current().isEmpty()).isTrue();
		assertThat(refusing.inFlight(leadership.token())).isZero();
	}

	@Test
	void aTransactionIsNotCheckedForACallThatDoesNotBegin() {
		this.calls.enter(this.election, false);
		assertThat(this.checked).isEmpty();
	}

	@Test
	void aStoredFailureIsThrownWhenTheGateIsLeft() {
		FixedLeadership leadership = this.election.lead(5);
		NotLeaderException failure = new NotLeaderException(leadership.token(), "stale");
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> this.calls.call(leadership, () -> {
			currentCall().storeFailure(failure);
			return "result";
		})).isSameAs(failure);
	}

	@Test
	void aStoredFailureIsSuppressedWhereAnotherExceptionFlies() {
		FixedLeadership leadership = this.election.lead(5);
		NotLeaderException failure = new NotLeaderException(leadership.token(), "stale");
		assertThatIllegalStateException().isThrownBy(() -> this.calls.call(leadership, () -> {
			currentCall().storeFailure(failure);
			throw new IllegalStateException("flying");
		})).withMessage("flying").satisfies((ex) -> assertThat(ex.getSuppressed()).containsExactly(failure));
	}

	@Test
	void aStoredFailureThatFliesItselfIsThrownAlone() {
		FixedLeadership leadership = this.election.lead(5);
		NotLeaderException failure = new NotLeaderException(leadership.token(), "stale");
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> this.calls.call(leadership, () -> {
			currentCall().storeFailure(failure);
			throw failure;
		})).isSameAs(failure).satisfies((ex) -> assertThat(ex.getSuppressed()).isEmpty());
	}

	@Test
	void aStoredFailureIsThrownOnceAlthoughCallsAreNested() {
		FixedLeadership leadership = this.election.lead(5);
		NotLeaderException failure = new NotLeaderException(leadership.token(), "stale");
		assertThatIllegalStateException().isThrownBy(() -> this.calls.call(leadership, () -> {
			assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> this.calls.call(leadership, () -> {
				currentCall().storeFailure(failure);
				return "nested";
			}));
			throw new IllegalStateException("outer");
		})).satisfies((ex) -> assertThat(ex.getSuppressed()).isEmpty());
	}

	/**
	 * Promise I8.
	 */
	@Test
	void nothingStartsOnceClosed() {
		this.election.lead(5);
		this.calls.close();
		assertThat(this.calls.isClosed()).isTrue();
		assertThat(this.calls.enter(this.election, false)).isNull();
	}

	/**
	 * Lesson 8.
	 */
	@Test
	void theEndOfTheTermInterruptsACallThatAskedForIt() {
		FencingToken token = this.election.lead(5).token();
		try (GuardedEntry entry = this.calls.enter(this.election, true)) {
			this.calls.interrupt(token);
			assertThat(Thread.currentThread().isInterrupted()).isTrue();
		}
		assertThat(Thread.interrupted()).isFalse();
	}

	@Test
	void theEndOfTheTermInterruptsANestedCallThatAloneAskedForIt() {
		FencingToken token = this.election.lead(5).token();
		try (GuardedEntry outer = enter(this.election)) {
			try (GuardedEntry nested = this.calls.enter(this.election, true)) {
				this.calls.interrupt(token);
				assertThat(Thread.currentThread().isInterrupted()).isTrue();
			}
			assertThat(Thread.interrupted()).isFalse();
		}
	}

	@Test
	void theEndOfTheTermLeavesOtherCallsAlone() {
		FencingToken token = this.election.lead(5).token();
		try (GuardedEntry entry = enter(this.election)) {
			this.calls.interrupt(token);
			assertThat(Thread.interrupted()).isFalse();
		}
	}

	private GuardedEntry enter(FakeElection election) {
		GuardedEntry entry = this.calls.enter(election, false);
		assertThat(entry).isNotNull();
		return entry;
	}

	private GuardedCall currentCall() {
		return LeadershipContext.current().calls().iterator().next();
	}

	private FencingToken boundToken() {
		return currentCall().token();
	}

}
