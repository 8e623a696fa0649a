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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.leaderelection.LeaderChangedEvent;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElectionEvent;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.Leadership;
import io.leaderelection.NotLeaderException;
import io.leaderelection.spi.GuardedExecution;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.context.ApplicationEventPublisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link EventLane}.
 */
class EventLaneTests {

	private final LeaderElection election = mock(LeaderElection.class);

	private final List<String> delivered = new ArrayList<>();

	private final List<Runnable> tasks = new ArrayList<>();

	@Test
	void promiseI7EventsOfOneElectionAreDeliveredInOrder() {
		EventLane lane = lane((event) -> this.delivered.add(event.toString()));
		for (int i = 0; i < 5; i++) {
			lane.submit(event("event-" + i), () -> {
			});
		}
		assertThat(this.tasks).hasSize(1);
		this.tasks.get(0).run();
		assertThat(this.delivered).containsExactly("event-0", "event-1", "event-2", "event-3", "event-4");
	}

	@Test
	void lesson23ThrowingListenerEndsNothing() {
		EventLane lane = lane((event) -> {
			this.delivered.add(event.toString());
			throw new IllegalStateException("listener");
		});
		AtomicInteger acknowledged = new AtomicInteger();
		lane.submit(event("first"), acknowledged::incrementAndGet);
		lane.submit(event("second"), acknowledged::incrementAndGet);
		this.tasks.forEach(Runnable::run);
		assertThat(this.delivered).containsExactly("first", "second");
		assertThat(acknowledged).hasValue(2);
	}

	@Test
	void lesson18SlowListenerDelaysItsOwnElectionOnly() throws InterruptedException {
		CountDownLatch release = new CountDownLatch(1);
		CountDownLatch other = new CountDownLatch(1);
		DeliveryThreads threads = new DeliveryThreads(Duration.ofSeconds(1));
		ApplicationEventPublisher publisher = (event) -> {
			if (event.toString().equals("slow")) {
				awaitQuietly(release);
			}
			else {
				other.countDown();
			}
		};
		new EventLane(threads, publisher, GuardedExecution.unbound()).submit(event("slow"), () -> {
		});
		new EventLane(threads, publisher, GuardedExecution.unbound()).submit(event("other"), () -> {
		});
		assertThat(other.await(10, TimeUnit.SECONDS)).isTrue();
		release.countDown();
	}

	@Test
	void tokenIsBoundWhileGrantedListenersRun() {
		Leadership leadership = mock(Leadership.class);
		GuardedExecution binding = new GuardedExecution() {

			@Override
			public <T extends @Nullable Object> T call(Leadership bound, Callable<T> task) throws Exception {
				EventLaneTests.this.delivered.add("bind");
				T result = task.call();
				EventLaneTests.this.delivered.add("unbind");
				return result;
			}

		};
		EventLane lane = new EventLane(this.tasks::add, (event) -> this.delivered.add("listener"), binding);
		lane.submit(new LeaderGrantedEvent(this.election, leadership, Instant.EPOCH), () -> {
		});
		this.tasks.forEach(Runnable::run);
		assertThat(this.delivered).containsExactly("bind", "listener", "unbind");
	}

	@Test
	void promiseI7GrantedIsPublishedEvenIfTheBindingIsRefused() {
		GuardedExecution refusing = new GuardedExecution() {

			@Override
			public <T extends @Nullable Object> T call(Leadership bound, Callable<T> task) {
				throw new NotLeaderException("settlement", "the term is over");
			}

		};
		EventLane lane = new EventLane(this.tasks::add, (event) -> this.delivered.add("listener"), refusing);
		lane.submit(new LeaderGrantedEvent(this.election, mock(Leadership.class), Instant.EPOCH), () -> {
		});
		this.tasks.forEach(Runnable::run);
		assertThat(this.delivered).containsExactly("listener");
	}

	private EventLane lane(Consumer<Object> listener) {
		return new EventLane(this.tasks::add, listener::accept, GuardedExecution.unbound());
	}

	private LeaderElectionEvent event(String name) {
		return new LeaderChangedEvent(this.election, null, null, Instant.EPOCH) {

			@Override
			public String toString() {
				return name;
			}

		};
	}

	private static void awaitQuietly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
