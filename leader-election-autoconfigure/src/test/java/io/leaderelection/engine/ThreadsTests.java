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
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

import io.leaderelection.LeaderElection;
import io.leaderelection.coordinator.ThreadEventLoop;
import io.leaderelection.coordinator.memory.MemoryCluster;
import io.leaderelection.coordinator.memory.MemoryCoordinator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ElectionEngine} on real threads.
 */
class ThreadsTests {

	private final ThreadEventLoop loop = new ThreadEventLoop("engine-under-test");

	private final MemoryCoordinator coordinator = new MemoryCoordinator(new MemoryCluster(this.loop), this.loop);

	private final Queue<String> threads = new ConcurrentLinkedQueue<>();

	private final ElectionEngine engine = ElectionEngine.builder(this.coordinator, this.loop, "a")
		.publisher((event) -> this.threads.add(Thread.currentThread().getName()))
		.build();

	@AfterEach
	void close() {
		this.coordinator.close();
		this.loop.close();
	}

	@Test
	void lesson18ListenersRunOffTheEnginesThread() {
		LeaderElection election = this.engine.get("settlement");
		this.engine.start();
		await().atMost(Duration.ofSeconds(20)).until(() -> election.isLeader() && this.threads.size() >= 2);
		await().atMost(Duration.ofSeconds(20)).until(this.engine.stop()::isDone);
		assertThat(this.threads).allMatch((name) -> name.startsWith("leader-election-events-"));
	}

	@Test
	void lesson25AndPromiseI8NoThreadStays() {
		Set<Thread> before = others();
		LeaderElection election = this.engine.get("settlement");
		this.engine.start();
		await().atMost(Duration.ofSeconds(20)).until(election::isLeader);
		await().atMost(Duration.ofSeconds(20)).until(this.engine.stop()::isDone);
		this.loop.close();
		await().atMost(Duration.ofSeconds(20))
			.until(() -> Thread.getAllStackTraces()
				.keySet()
				.stream()
				.filter((thread) -> thread.getName().equals("engine-under-test")
						|| thread.getName().startsWith("leader-election-events-"))
				.allMatch(before::contains));
	}

	@Test
	void workRunsOnTheCallersThreadOnlyWhileLeading() throws Exception {
		LeaderElection election = this.engine.get("settlement");
		assertThat(election.callIfLeader(() -> "done")).isEmpty();
		this.engine.start();
		await().atMost(Duration.ofSeconds(20)).until(election::isLeader);
		assertThat(election.callIfLeader(Thread::currentThread)).contains(Thread.currentThread());
		assertThat(election.runIfLeader(() -> this.threads.add("ran"))).isTrue();
		assertThatIllegalStateException().isThrownBy(() -> election.runIfLeader(() -> {
			throw new IllegalStateException("from the task");
		}));
		await().atMost(Duration.ofSeconds(20)).until(this.engine.stop()::isDone);
		assertThat(election.runIfLeader(() -> this.threads.add("late"))).isFalse();
		assertThat(this.threads).contains("ran").doesNotContain("late");
	}

	// Engines that are killed in other tests never come to the end of their threads.
	private static Set<Thread> others() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> !thread.getName().equals("engine-under-test"))
			.collect(Collectors.toSet());
	}

}
