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

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderOnly;
import io.leaderelection.LeaderOnly.OtherwiseBehavior;
import io.leaderelection.NotLeaderException;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for guarded methods that return futures.
 */
class FutureResultTests {

	private final GuardedProxies proxies = new GuardedProxies();

	private final FakeElection election = this.proxies.elections.get("settlement");

	private final Jobs target = new Jobs();

	private final Jobs jobs = this.proxies.guard(this.target);

	@Test
	void aSkippedCallGivesACompletedFuture() throws Exception {
		assertThat(this.jobs.completable()).isCompletedWithValue(null);
		assertThat(this.jobs.stage()).isCompletedWithValue(null);
		assertThat(this.jobs.future().get()).isNull();
		assertThat(this.jobs.untyped()).isNull();
		assertThat(this.target.call).isNull();
	}

	/**
	 * Lesson 28: users of futures expect their errors there.
	 */
	@Test
	void aRefusedCallGivesAFailedFuture() {
		assertThat(this.jobs.orThrow()).isCompletedExceptionally();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(this.jobs.orThrow()::join)
			.withCauseInstanceOf(NotLeaderException.class);
	}

	/**
	 * Lesson 8.
	 */
	@Test
	void aCallIsInFlightUntilItsFutureIsComplete() {
		FencingToken token = this.election.lead(5).token();
		CompletableFuture<String> result = this.jobs.completable();
		CompletionStage<Void> drained = this.proxies.calls.drain(token);
		assertThat(drained).isNotCompleted();
		assertThat(LeadershipContext.current().isEmpty()).isTrue();
		this.target.completable.complete("done");
		assertThat(result).isCompletedWithValue("done");
		assertThat(drained).isCompleted();
	}

	@Test
	void aFutureThatTellsNobodyIsInFlightUntilItIsComplete() throws Exception {
		FencingToken token = this.election.lead(5).token();
		Future<String> result = this.jobs.future();
		CompletionStage<Void> drained = this.proxies.calls.drain(token);
		assertThat(drained).isNotCompleted();
		this.target.task.run();
		assertThat(result.get(10, TimeUnit.SECONDS)).isEqualTo("task");
		assertThat(drained).isCompleted();
	}

	@Test
	void aFutureThatTellsNobodyPassesItsFailureOn() {
		this.election.lead(5);
		this.target.task = new FutureTask<>(() -> {
			throw new IllegalStateException("failed");
		});
		Future<String> result = this.jobs.future();
		this.target.task.run();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> result.get(10, TimeUnit.SECONDS))
			.withCauseExactlyInstanceOf(IllegalStateException.class);
	}

	@Test
	void anUndeclaredFutureIsFollowedToo() {
		FencingToken token = this.election.lead(5).token();
		assertThat(this.jobs.untyped()).isInstanceOf(CompletableFuture.class);
		assertThat(this.proxies.calls.inFlight(token)).isEqualTo(1);
		this.target.completable.complete("done");
		assertThat(this.proxies.calls.inFlight(token)).isZero();
	}

	@Test
	void anUndeclaredPublisherIsAnErrorThatSaysHowToMendIt() {
		this.election.lead(5);
		assertThatIllegalStateException().isThrownBy(this.jobs::untypedPublisher)
			.withMessageContaining("untypedPublisher")
			.withMessageContaining("declare that type");
	}

	@Test
	void aNullFutureStaysNull() {
		this.election.lead(5);
		this.target.completable = null;
		assertThat(this.jobs.completable()).isNull();
	}

	@Test
	void anExceptionOfTheMethodItselfIsThrown() {
		this.election.lead(5);
		assertThatIllegalStateException().isThrownBy(this.jobs::failing).withMessage("before any future");
	}

	@Test
	void aStoredFailureFailsTheFuture() {
		FencingToken token = this.election.lead(5).token();
		CompletableFuture<String> result = this.jobs.completable();
		NotLeaderException failure = new NotLeaderException(token, "stale");
		this.target.call.storeFailure(failure);
		this.target.completable.complete("done");
		assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join).withCause(failure);
	}

	@Test
	void aStoredFailureIsSuppressedInAFailureOfTheFuture() {
		FencingToken token = this.election.lead(5).token();
		CompletableFuture<String> result = this.jobs.completable();
		NotLeaderException stored = new NotLeaderException(token, "stale");
		this.target.call.storeFailure(stored);
		this.target.completable.completeExceptionally(new IllegalStateException("failed"));
		assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join)
			.satisfies((ex) -> assertThat(ex.getCause()).hasMessage("failed").hasSuppressedException(stored));
	}

	@Test
	void cancellingTheFutureCancelsTheWork() {
		FencingToken token = this.election.lead(5).token();
		CompletableFuture<String> result = this.jobs.completable();
		assertThat(result.cancel(true)).isTrue();
		assertThat(this.target.completable).isCancelled();
		assertThat(this.proxies.calls.inFlight(token)).isZero();
	}

	@Test
	void theEndOfTheTermCancelsAFutureThatAskedForIt() {
		FencingToken token = this.election.lead(5).token();
		CompletableFuture<String> result = this.jobs.interruptible();
		this.proxies.calls.interrupt(token);
		assertThat(result).failsWithin(10, TimeUnit.SECONDS)
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(NotLeaderException.class);
		assertThat(this.target.completable).failsWithin(10, TimeUnit.SECONDS)
			.withThrowableOfType(CancellationException.class);
	}

	@Test
	void theEndOfTheTermLeavesOtherFuturesAlone() {
		FencingToken token = this.election.lead(5).token();
		CompletableFuture<String> result = this.jobs.completable();
		this.proxies.calls.interrupt(token);
		this.target.completable.complete("done");
		assertThat(result).isCompletedWithValue("done");
	}

	/**
	 * Promise I4.
	 */
	@Test
	void aNestedCallOfATermThatIsOverGivesAFailedFuture() {
		this.election.lead(5);
		try (GuardedEntry entry = this.proxies.calls.enter(this.election, false)) {
			this.election.lead(7);
			assertThat(this.jobs.completable()).isCompletedExceptionally();
		}
	}

	static class Jobs {

		private @Nullable CompletableFuture<String> completable = new CompletableFuture<>();

		private FutureTask<String> task = new FutureTask<>(() -> "task");

		private @Nullable GuardedCall call;

		private void note() {
			this.call = LeadershipContext.current().call("settlement");
		}

		@LeaderOnly("settlement")
		CompletableFuture<String> completable() {
			note();
			return this.completable;
		}

		@LeaderOnly("settlement")
		CompletionStage<String> stage() {
			note();
			return this.completable;
		}

		@LeaderOnly("settlement")
		Future<String> future() {
			note();
			return this.task;
		}

		@LeaderOnly("settlement")
		@SuppressWarnings("FutureReturnValueIgnored")
		Object untyped() {
			note();
			return this.completable;
		}

		@LeaderOnly("settlement")
		Object untypedPublisher() {
			return Mono.just("value");
		}

		@LeaderOnly("settlement")
		CompletableFuture<String> failing() {
			throw new IllegalStateException("before any future");
		}

		@LeaderOnly(election = "settlement", otherwise = OtherwiseBehavior.THROW)
		CompletableFuture<String> orThrow() {
			note();
			return this.completable;
		}

		@LeaderOnly(election = "settlement", interruptOnRevocation = true)
		CompletableFuture<String> interruptible() {
			note();
			return this.completable;
		}

	}

}
