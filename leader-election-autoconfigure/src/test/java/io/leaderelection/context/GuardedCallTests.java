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

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.leaderelection.NotLeaderException;
import io.leaderelection.context.LeadershipContext.Scope;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GuardedCall}.
 */
class GuardedCallTests {

	private final FixedLeadership leadership = new FixedLeadership("settlement", 5);

	private final CallsInFlight inFlight = new CallsInFlight();

	@Test
	void keepsTheFirstStoredFailureAndGivesItOnce() {
		GuardedCall call = new GuardedCall(this.leadership);
		NotLeaderException first = new NotLeaderException(call.token(), "first");
		call.storeFailure(first);
		call.storeFailure(new NotLeaderException(call.token(), "second"));
		assertThat(call.takeFailure()).isSameAs(first);
		assertThat(call.takeFailure()).isNull();
	}

	/**
	 * Lesson 8.
	 */
	@Test
	void interruptsThreadsThatAskedForItAndClearsTheFlag() throws Exception {
		GuardedCall call = new GuardedCall(this.leadership, this.inFlight, true);
		ExecutorService executor = Executors.newSingleThreadExecutor();
		CountDownLatch entered = new CountDownLatch(1);
		Future<String> outcome = executor.submit(() -> {
			String interrupted = "not interrupted";
			try (Scope scope = call.enter()) {
				entered.countDown();
				try {
					new CountDownLatch(1).await();
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
					interrupted = "interrupted";
				}
			}
			return interrupted + ", flag " + Thread.currentThread().isInterrupted();
		});
		entered.await();
		this.inFlight.end(call.token());
		assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo("interrupted, flag false");
		executor.shutdownNow();
	}

	@Test
	void leavesThreadsAloneThatDidNotAskForIt() {
		GuardedCall call = new GuardedCall(this.leadership, this.inFlight, false);
		try (Scope scope = call.enter()) {
			this.inFlight.end(call.token());
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
		}
	}

	@Test
	void leavesThreadsAloneThatHaveLeft() {
		GuardedCall call = new GuardedCall(this.leadership, this.inFlight, true);
		ThreadWork left = new ThreadWork(this.inFlight, call, true);
		left.close();
		left.ended();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void leavesAnInterruptionOfSomebodyElsePending() {
		GuardedCall call = new GuardedCall(this.leadership, this.inFlight, true);
		try (Scope scope = call.enter()) {
			Thread.currentThread().interrupt();
			this.inFlight.end(call.token());
		}
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void keepsAnInterruptionUntilTheOutermostScopeThatAskedForItIsLeft() {
		GuardedCall call = new GuardedCall(this.leadership, this.inFlight, true);
		try (Scope outer = call.enter()) {
			try (Scope inner = call.enter(true)) {
				this.inFlight.end(call.token());
			}
			assertThat(Thread.currentThread().isInterrupted()).isTrue();
		}
		assertThat(Thread.interrupted()).isFalse();
	}

	@Test
	void interruptsANestedScopeThatAloneAskedForIt() {
		GuardedCall call = new GuardedCall(this.leadership, this.inFlight, false);
		try (Scope outer = call.enter()) {
			try (Scope inner = call.enter(true)) {
				this.inFlight.end(call.token());
				assertThat(Thread.currentThread().isInterrupted()).isTrue();
			}
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
		}
	}

}
