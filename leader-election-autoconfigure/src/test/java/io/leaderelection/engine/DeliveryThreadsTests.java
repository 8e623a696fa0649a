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
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link DeliveryThreads}.
 */
class DeliveryThreadsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private DeliveryThreads threads = new DeliveryThreads(Duration.ofSeconds(1));

	@AfterEach
	void rest() {
		this.threads.keepNone();
	}

	@Test
	void idleThreadIsUsedBeforeAnotherOneIsStarted() {
		this.threads = new DeliveryThreads(Duration.ofSeconds(5));
		Thread first = idle(used());
		for (int i = 0; i < 10; i++) {
			assertThat(idle(used())).isSameAs(first);
		}
	}

	@Test
	void keptThreadOutlivesIdleness() {
		this.threads = new DeliveryThreads(Duration.ofMillis(1));
		this.threads.keepOne();
		Set<Thread> used = new HashSet<>();
		await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(() -> !used.add(used()));
	}

	@Test
	void promiseI8NoThreadStaysIfNoneIsKept() {
		this.threads.keepOne();
		Thread thread = used();
		this.threads.keepNone();
		await().atMost(PATIENCE).until(() -> !thread.isAlive());
		assertThat(used()).isNotSameAs(thread);
	}

	@Test
	void busyThreadsAreJoinedByOthersUpToABoundAndNothingIsLost() throws InterruptedException {
		Set<Thread> used = ConcurrentHashMap.newKeySet();
		CountDownLatch release = new CountDownLatch(1);
		CountDownLatch four = new CountDownLatch(4);
		CountDownLatch all = new CountDownLatch(100);
		for (int i = 0; i < 100; i++) {
			this.threads.execute(() -> {
				used.add(Thread.currentThread());
				four.countDown();
				awaitQuietly(release);
				all.countDown();
			});
		}
		assertThat(four.await(20, TimeUnit.SECONDS)).isTrue();
		release.countDown();
		assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
		assertThat(used).hasSize(4);
	}

	private Thread used() {
		CompletableFuture<Thread> used = new CompletableFuture<>();
		this.threads.execute(() -> used.complete(Thread.currentThread()));
		return used.orTimeout(20, TimeUnit.SECONDS).join();
	}

	private Thread idle(Thread thread) {
		await().atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(1))
			.until(() -> thread.getState() == Thread.State.TIMED_WAITING);
		return thread;
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
