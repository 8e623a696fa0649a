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

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

import io.leaderelection.FencingToken;
import io.leaderelection.InvalidElectionNameException;
import io.leaderelection.LeaderOnly;
import io.leaderelection.LeaderOnly.OtherwiseBehavior;
import io.leaderelection.NotLeaderException;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for guarded methods with reactive results (lesson 27).
 */
class ReactiveResultTests {

	private final GuardedProxies proxies = new GuardedProxies();

	private final FakeElection election = this.proxies.elections.get("settlement");

	private final Jobs target = new Jobs();

	private final Jobs jobs = this.proxies.guard(this.target);

	@Test
	void aSkippedCallIsEmpty() {
		StepVerifier.create(this.jobs.mono()).verifyComplete();
		StepVerifier.create(this.jobs.flux()).verifyComplete();
		StepVerifier.create(this.jobs.publisher()).verifyComplete();
		StepVerifier.create(JdkFlowAdapter.flowPublisherToFlux(this.jobs.flow())).verifyComplete();
		assertThat(this.target.terms).isEmpty();
	}

	@Test
	void aCallThatIsMadePassesItsElementsOn() {
		this.election.lead(5);
		StepVerifier.create(this.jobs.mono()).expectNext("value").verifyComplete();
		StepVerifier.create(this.jobs.flux()).expectNext("first", "second").verifyComplete();
		StepVerifier.create(this.jobs.publisher()).expectNext("value").verifyComplete();
		StepVerifier.create(JdkFlowAdapter.flowPublisherToFlux(this.jobs.flow())).expectNext("value").verifyComplete();
	}

	/**
	 * Lesson 28.
	 */
	@Test
	void aRefusedCallGivesAnErrorSignal() {
		StepVerifier.create(this.jobs.orThrow()).verifyError(NotLeaderException.class);
	}

	@Test
	void anInvalidNameGivesAnErrorSignal() {
		StepVerifier.create(this.jobs.perTenant("a b")).verifyError(InvalidElectionNameException.class);
	}

	/**
	 * Promise I3: a scheduled method is called once, before anybody leads, and its
	 * publisher is subscribed to at each run.
	 */
	@Test
	void theGateIsAskedAtEachSubscription() {
		Mono<String> mono = this.jobs.mono();
		assertThat(this.target.terms).isEmpty();
		StepVerifier.create(mono).verifyComplete();
		this.election.lead(5);
		StepVerifier.create(mono).expectNext("value").verifyComplete();
		this.election.follow();
		StepVerifier.create(mono).verifyComplete();
		this.election.lead(7);
		StepVerifier.create(mono).expectNext("value").verifyComplete();
		assertThat(this.target.terms).containsExactly(5L, 7L);
	}

	@Test
	void backpressureIsKept() {
		this.election.lead(5);
		StepVerifier.create(this.jobs.flux(), 0)
			.thenRequest(1)
			.expectNext("first")
			.expectNoEvent(Duration.ofMillis(50))
			.thenRequest(1)
			.expectNext("second")
			.verifyComplete();
		StepVerifier.create(this.jobs.mono(), 0)
			.expectSubscription()
			.thenRequest(1)
			.expectNext("value")
			.verifyComplete();
	}

	/**
	 * Promise I4.
	 */
	@Test
	void theTokenIsInTheContextOfTheStream() {
		this.election.lead(5);
		StepVerifier.create(this.jobs.tokenFromReactorContext()).expectNext(5L).verifyComplete();
	}

	@Test
	void theTokenIsBoundToTheThreadThatSubscribes() {
		this.election.lead(5);
		StepVerifier.create(this.jobs.tokenFromThread()).expectNext(5L).verifyComplete();
		assertThat(LeadershipContext.current().isEmpty()).isTrue();
	}

	@Test
	void theTokenIsNotBoundToWhoeverReceivesTheElements() {
		this.election.lead(5);
		List<Boolean> bound = new ArrayList<>();
		this.jobs.flux().doOnNext((element) -> bound.add(!LeadershipContext.current().isEmpty())).blockLast();
		this.jobs.mono().doOnNext((element) -> bound.add(!LeadershipContext.current().isEmpty())).block();
		assertThat(bound).containsExactly(false, false, false);
	}

	@Test
	void contextPropagationBindsTheTokenOnOtherSchedulers() {
		this.election.lead(5);
		Hooks.enableAutomaticContextPropagation();
		try {
			StepVerifier.create(this.jobs.tokenFromScheduler()).expectNext(5L).verifyComplete();
		}
		finally {
			Hooks.disableAutomaticContextPropagation();
		}
	}

	@Test
	void aNestedCallKeepsTheTokenOfTheStream() {
		this.election.lead(5);
		Jobs nested = this.jobs;
		this.target.inner = Mono.defer(() -> {
			this.election.drain();
			return nested.tokenFromReactorContext();
		}).subscribeOn(Schedulers.parallel());
		StepVerifier.create(this.jobs.inner()).expectNext(5L).verifyComplete();
	}

	/**
	 * Promise I4, lesson 11.
	 */
	@Test
	void aNestedCallIsRefusedIfItsTermIsOverAlthoughTheProcessLeadsALaterOne() {
		this.election.lead(5);
		Jobs nested = this.jobs;
		this.target.inner = Mono.defer(() -> {
			this.election.lead(7);
			return nested.tokenFromReactorContext();
		}).subscribeOn(Schedulers.parallel());
		StepVerifier.create(this.jobs.inner()).verifyError(NotLeaderException.class);
	}

	/**
	 * Lesson 8.
	 */
	@Test
	void aStreamIsInFlightUntilItsLastSignal() {
		FencingToken token = this.election.lead(5).token();
		StepVerifier.create(this.jobs.stream()).then(() -> {
			CompletionStage<Void> drained = this.proxies.calls.drain(token);
			assertThat(drained).isNotCompleted();
			this.target.sink.tryEmitNext("element");
			assertThat(drained).isNotCompleted();
			this.target.sink.tryEmitComplete();
			assertThat(drained).isCompleted();
		}).expectNext("element").verifyComplete();
	}

	@Test
	void aStreamIsInFlightUntilItIsCancelled() {
		FencingToken token = this.election.lead(5).token();
		Disposable subscription = this.jobs.stream().subscribe();
		assertThat(this.proxies.calls.inFlight(token)).isEqualTo(1);
		subscription.dispose();
		assertThat(this.proxies.calls.inFlight(token)).isZero();
	}

	@Test
	void aStreamThatFailsIsNoLongerInFlight() {
		FencingToken token = this.election.lead(5).token();
		StepVerifier.create(this.jobs.failing()).verifyErrorMessage("failed");
		StepVerifier.create(this.jobs.failingAtOnce()).verifyErrorMessage("at once");
		StepVerifier.create(this.jobs.nothing()).verifyError(IllegalStateException.class);
		assertThat(this.proxies.calls.inFlight(token)).isZero();
	}

	@Test
	void theEndOfTheTermEndsAStreamThatAskedForIt() {
		FencingToken token = this.election.lead(5).token();
		StepVerifier.create(this.jobs.interruptible())
			.then(() -> this.proxies.calls.interrupt(token))
			.expectError(NotLeaderException.class)
			.verify(Duration.ofSeconds(10));
		await().untilAsserted(() -> assertThat(this.target.sink.currentSubscriberCount()).isZero());
		assertThat(this.proxies.calls.inFlight(token)).isZero();
	}

	@Test
	void theEndOfTheTermLeavesOtherStreamsAlone() {
		FencingToken token = this.election.lead(5).token();
		StepVerifier.create(this.jobs.stream()).then(() -> {
			this.proxies.calls.interrupt(token);
			this.target.sink.tryEmitComplete();
		}).verifyComplete();
	}

	@Test
	void aStoredFailureReplacesTheValueAndTheCompletion() {
		FencingToken token = this.election.lead(5).token();
		NotLeaderException failure = new NotLeaderException(token, "stale");
		this.target.onCall = (call) -> call.storeFailure(failure);
		StepVerifier.create(this.jobs.mono()).verifyErrorSatisfies((ex) -> assertThat(ex).isSameAs(failure));
		StepVerifier.create(this.jobs.flux())
			.expectNext("first", "second")
			.verifyErrorSatisfies((ex) -> assertThat(ex).isSameAs(failure));
	}

	@Test
	void aStoredFailureIsSuppressedInAnError() {
		FencingToken token = this.election.lead(5).token();
		NotLeaderException failure = new NotLeaderException(token, "stale");
		this.target.onCall = (call) -> call.storeFailure(failure);
		StepVerifier.create(this.jobs.failing())
			.verifyErrorSatisfies((ex) -> assertThat(ex).hasMessage("failed").hasSuppressedException(failure));
	}

	static class Jobs {

		private final List<Long> terms = new ArrayList<>();

		private final Sinks.Many<String> sink = Sinks.many().multicast().directBestEffort();

		private Mono<Long> inner = Mono.empty();

		private Consumer<GuardedCall> onCall = (call) -> {
		};

		private void note() {
			GuardedCall call = LeadershipContext.current().call("settlement");
			this.terms.add(call.token().term());
			this.onCall.accept(call);
		}

		@LeaderOnly("settlement")
		Mono<String> mono() {
			note();
			return Mono.just("value");
		}

		@LeaderOnly("settlement")
		Flux<String> flux() {
			note();
			return Flux.just("first", "second");
		}

		@LeaderOnly("settlement")
		Publisher<String> publisher() {
			return Mono.just("value");
		}

		@LeaderOnly("settlement")
		Flow.Publisher<String> flow() {
			return JdkFlowAdapter.publisherToFlowPublisher(Mono.just("value"));
		}

		@LeaderOnly(election = "settlement", otherwise = OtherwiseBehavior.THROW)
		Mono<String> orThrow() {
			return Mono.just("value");
		}

		@LeaderOnly("settlement/#{#tenant}")
		Mono<String> perTenant(String tenant) {
			return Mono.just(tenant);
		}

		@LeaderOnly("settlement")
		Mono<Long> tokenFromReactorContext() {
			return Mono.deferContextual((context) -> {
				LeadershipContext leadership = context.get(LeadershipContext.KEY);
				return Mono.just(leadership.call("settlement").token().term());
			});
		}

		@LeaderOnly("settlement")
		Mono<Long> tokenFromThread() {
			return Mono.fromCallable(Jobs::term);
		}

		@LeaderOnly("settlement")
		Mono<Long> tokenFromScheduler() {
			return Mono.just("value").publishOn(Schedulers.parallel()).map((value) -> term());
		}

		@LeaderOnly("settlement")
		Mono<Long> inner() {
			return this.inner;
		}

		@LeaderOnly("settlement")
		Flux<String> stream() {
			return this.sink.asFlux();
		}

		@LeaderOnly(election = "settlement", interruptOnRevocation = true)
		Flux<String> interruptible() {
			return this.sink.asFlux();
		}

		@LeaderOnly("settlement")
		Mono<String> failing() {
			note();
			return Mono.error(new IllegalStateException("failed"));
		}

		@LeaderOnly("settlement")
		Mono<String> failingAtOnce() {
			throw new IllegalStateException("at once");
		}

		@LeaderOnly("settlement")
		@Nullable Mono<String> nothing() {
			return null;
		}

		private static Long term() {
			return LeadershipContext.current().call("settlement").token().term();
		}

	}

}
