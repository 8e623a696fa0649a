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
import java.util.concurrent.CompletableFuture;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderOnly;
import io.leaderelection.LeaderOnly.OtherwiseBehavior;
import io.leaderelection.NotLeaderException;
import io.leaderelection.context.LeadershipContext;
import io.leaderelection.spi.CallObserver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for what observers are told of guarded calls.
 */
class ObservedCallsTests {

	private final List<String> told = new ArrayList<>();

	private final GuardedProxies proxies = new GuardedProxies(this::arrived);

	private final FakeElection election = this.proxies.elections.get("settlement");

	private final Jobs target = new Jobs();

	private final Jobs jobs = this.proxies.guard(this.target);

	@Test
	void callThatRunsIsToldWithItsTerm() {
		this.election.lead(5);
		this.jobs.plain();
		assertThat(this.told).containsExactly("arrived settlement", "entered 5", "left", "ended RUN");
	}

	@Test
	void callThatFailsRanNevertheless() {
		this.election.lead(5);
		this.target.work = () -> {
			throw new IllegalStateException("for a test");
		};
		assertThatIllegalStateException().isThrownBy(this.jobs::plain);
		assertThat(this.told).endsWith("left", "ended RUN with IllegalStateException");
	}

	@Test
	void skippedCallIsTold() {
		this.jobs.plain();
		assertThat(this.told).containsExactly("arrived settlement", "ended SKIPPED");
	}

	@Test
	void refusedCallIsTold() {
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(this.jobs::orThrow);
		assertThat(this.told).containsExactly("arrived settlement", "ended REFUSED with NotLeaderException");
	}

	@Test
	void callWhoseWorkIsRefusedIsTold() {
		FencingToken token = this.election.lead(5).token();
		this.target.work = () -> {
			throw new NotLeaderException(token, "for a test");
		};
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(this.jobs::plain);
		assertThat(this.told).endsWith("left", "ended REFUSED with NotLeaderException");
	}

	@Test
	void interruptedCallIsTold() {
		FencingToken token = this.election.lead(5).token();
		this.target.work = () -> this.proxies.calls.interrupt(token);
		this.jobs.interruptible();
		assertThat(this.told).endsWith("left", "ended INTERRUPTED");
	}

	@Test
	void duplicateIsTold() {
		this.election.lead(5);
		this.target.work = () -> LeadershipContext.current().call("settlement").noteDuplicate();
		this.jobs.plain();
		assertThat(this.told).endsWith("left", "ended DUPLICATE");
	}

	@Test
	void futureEndsItsCallWhenItIsComplete() {
		this.election.lead(5);
		assertThat(this.jobs.future()).isNotDone();
		assertThat(this.told).containsExactly("arrived settlement", "entered 5", "left");
		this.target.future.complete("done");
		assertThat(this.told).endsWith("left", "ended RUN");
	}

	@Test
	void eachSubscriptionIsACall() {
		this.election.lead(5);
		Mono<String> result = this.jobs.mono();
		assertThat(this.told).isEmpty();
		CompletableFuture<String> first = result.toFuture();
		assertThat(this.told).containsExactly("arrived settlement", "entered 5", "left");
		this.target.mono.tryEmitValue("done");
		assertThat(first).isCompletedWithValue("done");
		assertThat(this.told).endsWith("ended RUN");
		this.election.follow();
		assertThat(result.toFuture()).isCompletedWithValue(null);
		assertThat(this.told).endsWith("arrived settlement", "ended SKIPPED");
	}

	@Test
	void codeThatIsNotAnnotatedIsTold() throws Exception {
		this.proxies.calls.skipped("settlement");
		this.proxies.calls.call(this.election.lead(5), () -> "done");
		assertThat(this.told).containsExactly("arrived settlement", "ended SKIPPED", "arrived settlement", "entered 5",
				"left", "ended RUN");
	}

	private CallObserver.ObservedCall arrived(String name) {
		this.told.add("arrived " + name);
		return new CallObserver.ObservedCall() {

			@Override
			public void entered(FencingToken token) {
				ObservedCallsTests.this.told.add("entered " + token.term());
			}

			@Override
			public void left() {
				ObservedCallsTests.this.told.add("left");
			}

			@Override
			public void ended(CallObserver.Outcome outcome, @Nullable Throwable failure) {
				ObservedCallsTests.this.told
					.add("ended " + outcome + ((failure != null) ? " with " + failure.getClass().getSimpleName() : ""));
			}

		};
	}

	static class Jobs {

		private Runnable work = () -> {
		};

		private final CompletableFuture<String> future = new CompletableFuture<>();

		private final Sinks.One<String> mono = Sinks.one();

		@LeaderOnly("settlement")
		void plain() {
			this.work.run();
		}

		@LeaderOnly(value = "settlement", otherwise = OtherwiseBehavior.THROW)
		void orThrow() {
			this.work.run();
		}

		@LeaderOnly(value = "settlement", interruptOnRevocation = true)
		void interruptible() {
			this.work.run();
		}

		@LeaderOnly("settlement")
		CompletableFuture<String> future() {
			return this.future;
		}

		@LeaderOnly("settlement")
		Mono<String> mono() {
			return this.mono.asMono();
		}

	}

}
