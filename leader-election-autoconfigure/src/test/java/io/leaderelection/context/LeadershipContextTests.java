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

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.leaderelection.NotLeaderException;
import io.leaderelection.context.LeadershipContext.Scope;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LeadershipContext} and the ways in which it gets to other threads
 * (promise I4).
 */
class LeadershipContextTests {

	private final FixedLeadership leadership = new FixedLeadership("settlement", 5);

	private final CallsInFlight inFlight = new CallsInFlight();

	private final GuardedCall call = new GuardedCall(this.leadership, this.inFlight, false);

	private final ExecutorService executor = Executors.newSingleThreadExecutor();

	@AfterEach
	void shutDown() {
		this.executor.shutdownNow();
	}

	@Test
	void aThreadHasNoContextOfItsOwn() {
		assertThat(LeadershipContext.current()).isSameAs(LeadershipContext.empty());
	}

	@Test
	void aScopeRestoresTheContextBefore() {
		GuardedCall other = new GuardedCall(new FixedLeadership("reports", 1));
		try (Scope outer = LeadershipContext.empty().with(this.call).makeCurrent()) {
			try (Scope inner = LeadershipContext.current().with(other).makeCurrent()) {
				assertThat(LeadershipContext.current().calls()).containsExactly(this.call, other);
				assertThat(LeadershipContext.current().call("reports")).isSameAs(other);
			}
			assertThat(LeadershipContext.current().calls()).containsExactly(this.call);
		}
		assertThat(LeadershipContext.current().isEmpty()).isTrue();
	}

	@Test
	void aContextDoesNotReachOtherThreadsByItself() throws Exception {
		try (Scope scope = LeadershipContext.empty().with(this.call).makeCurrent()) {
			assertThat(onOtherThread(LeadershipContext::current).isEmpty()).isTrue();
		}
	}

	@Test
	void aWrappedTaskCarriesTheTokenAndIsInFlight() throws Exception {
		LeadershipContext context = LeadershipContext.empty().with(this.call);
		Callable<Integer> task = context.wrap(() -> {
			assertThat(LeadershipContext.current()).isSameAs(context);
			return this.inFlight.count(this.call.token());
		});
		assertThat(onOtherThread(task)).isEqualTo(1);
		assertThat(this.inFlight.count(this.call.token())).isZero();
		assertThat(onOtherThread(LeadershipContext::current).isEmpty()).isTrue();
	}

	/**
	 * Lessons 11 and 16.
	 */
	@Test
	void aWrappedTaskIsRefusedOnceItsTermIsOver() {
		CompletableFuture<String> ran = new CompletableFuture<>();
		Callable<Boolean> task = LeadershipContext.empty().with(this.call).wrap(() -> ran.complete("ran"));
		Runnable body = () -> ran.complete("ran");
		Runnable runnable = LeadershipContext.empty().with(this.call).wrap(body);
		this.leadership.end();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> onOtherThread(task))
			.withCauseInstanceOf(NotLeaderException.class);
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(runnable::run);
		assertThat(ran).isNotDone();
		assertThat(LeadershipContext.current().isEmpty()).isTrue();
	}

	@Test
	void contextPropagationHandsTheContextOn() throws Exception {
		ContextSnapshot snapshot;
		LeadershipContext context = LeadershipContext.empty().with(this.call);
		try (Scope scope = context.makeCurrent()) {
			snapshot = snapshot();
		}
		assertThat(onOtherThread(snapshot.wrap(LeadershipContext::current))).isSameAs(context);
		assertThat(onOtherThread(LeadershipContext::current).isEmpty()).isTrue();
	}

	@Test
	void contextPropagationRestoresWhatWasBefore() {
		ContextSnapshot empty = ContextSnapshotFactory.builder().clearMissing(true).build().captureAll();
		LeadershipContext context = LeadershipContext.empty().with(this.call);
		try (Scope scope = context.makeCurrent()) {
			try (ContextSnapshot.Scope cleared = empty.setThreadLocals()) {
				assertThat(LeadershipContext.current().isEmpty()).isTrue();
			}
			assertThat(LeadershipContext.current()).isSameAs(context);
		}
	}

	private static ContextSnapshot snapshot() {
		return ContextSnapshotFactory.builder().contextRegistry(ContextRegistry.getInstance()).build().captureAll();
	}

	@Test
	void theTaskDecoratorHandsTheContextOn() throws Exception {
		ThreadPoolTaskExecutor decorated = new ThreadPoolTaskExecutor();
		decorated.setTaskDecorator(new LeadershipTaskDecorator());
		decorated.initialize();
		LeadershipContext context = LeadershipContext.empty().with(this.call);
		try (Scope scope = context.makeCurrent()) {
			Future<Integer> counted = decorated.submit(() -> {
				assertThat(LeadershipContext.current()).isSameAs(context);
				return this.inFlight.count(this.call.token());
			});
			assertThat(counted.get()).isEqualTo(1);
		}
		assertThat(decorated.submit(LeadershipContext::current).get().isEmpty()).isTrue();
		decorated.shutdown();
	}

	/**
	 * Promise I4: such a task is run, as whoever waits for its future would wait for
	 * ever, but its token is refused.
	 */
	@Test
	void aDecoratedTaskOfATermThatIsOverHasARefusedToken() throws Exception {
		ThreadPoolTaskExecutor decorated = new ThreadPoolTaskExecutor();
		decorated.setTaskDecorator(new LeadershipTaskDecorator());
		decorated.initialize();
		this.leadership.end();
		try (Scope scope = LeadershipContext.empty().with(this.call).makeCurrent()) {
			Future<Boolean> valid = decorated
				.submit(() -> LeadershipContext.current().calls().iterator().next().leadership().isValid());
			assertThat(valid.get()).isFalse();
		}
		decorated.shutdown();
	}

	@Test
	void theTaskDecoratorLeavesOtherTasksAlone() {
		Runnable task = () -> {
		};
		assertThat(new LeadershipTaskDecorator().decorate(task)).isSameAs(task);
	}

	private <T> T onOtherThread(Callable<T> task) throws Exception {
		return this.executor.submit(task).get();
	}

}
