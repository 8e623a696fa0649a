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

package io.leaderelection.coordinator;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ThreadEventLoop}.
 */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class ThreadEventLoopTests {

	private final ThreadEventLoop loop = new ThreadEventLoop("loop-under-test");

	@AfterEach
	void close() {
		this.loop.close();
	}

	@Test
	void lesson19TaskThatThrowsEndsNothing() {
		CompletableFuture<Thread> before = new CompletableFuture<>();
		CompletableFuture<Thread> after = new CompletableFuture<>();
		this.loop.execute(() -> before.complete(Thread.currentThread()));
		this.loop.execute(() -> {
			throw new AssertionError("planted");
		});
		this.loop.schedule(Duration.ofMillis(1), () -> {
			throw new IllegalStateException("planted");
		});
		this.loop.schedule(Duration.ofMillis(2), () -> after.complete(Thread.currentThread()));
		assertThat(after.join()).as("one thread for all tasks").isSameAs(before.join());
	}

	@Test
	void lesson25ThreadIsADaemonAndHasEndedAfterClose() {
		CompletableFuture<Thread> ran = new CompletableFuture<>();
		this.loop.execute(() -> ran.complete(Thread.currentThread()));
		Thread thread = ran.join();
		assertThat(thread.isDaemon()).isTrue();
		this.loop.close();
		assertThat(thread.isAlive()).isFalse();
	}

	@Test
	void lesson25LoopCanBeClosedByOneOfItsTasks() {
		CompletableFuture<Thread> closed = new CompletableFuture<>();
		this.loop.execute(() -> {
			long begin = this.loop.nanoTime();
			this.loop.close();
			assertThat(Duration.ofNanos(this.loop.nanoTime() - begin)).isLessThan(Duration.ofSeconds(1));
			closed.complete(Thread.currentThread());
		});
		assertThat(closed.join()).isNotSameAs(Thread.currentThread());
	}

	@Test
	void submittedTasksRunBeforeTheEndAndDelayedOnesDoNot() {
		CompletableFuture<String> submitted = new CompletableFuture<>();
		CompletableFuture<String> delayed = new CompletableFuture<>();
		CompletableFuture<String> late = new CompletableFuture<>();
		this.loop.schedule(Duration.ofHours(1), () -> delayed.complete("ran"));
		this.loop.execute(() -> submitted.complete("ran"));
		this.loop.close();
		this.loop.execute(() -> late.complete("ran"));
		this.loop.schedule(Duration.ZERO, () -> late.complete("ran"));
		assertThat(submitted).isCompletedWithValue("ran");
		assertThat(delayed).isNotDone();
		assertThat(late).isNotDone();
	}

	@Test
	void cancelledTaskDoesNotRun() {
		CompletableFuture<String> cancelled = new CompletableFuture<>();
		CompletableFuture<String> last = new CompletableFuture<>();
		this.loop.schedule(Duration.ofMillis(50), () -> cancelled.complete("ran")).cancel();
		this.loop.schedule(Duration.ofMillis(100), () -> last.complete("ran"));
		assertThat(last.join()).isEqualTo("ran");
		assertThat(cancelled).isNotDone();
	}

}
