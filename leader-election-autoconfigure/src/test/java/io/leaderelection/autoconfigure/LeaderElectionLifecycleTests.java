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

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderElectionLifecycle}.
 */
@ExtendWith(OutputCaptureExtension.class)
class LeaderElectionLifecycleTests {

	private final GenericApplicationContext context = new GenericApplicationContext();

	private final AtomicInteger starts = new AtomicInteger();

	private final AtomicInteger stops = new AtomicInteger();

	private CompletableFuture<Void> ended = new CompletableFuture<>();

	private final LeaderElectionLifecycle lifecycle = lifecycle(Duration.ofSeconds(30));

	/** Lesson 24. */
	@Test
	void endBeginsWhenTheContextBeginsToClose() {
		this.lifecycle.start();
		this.lifecycle.onApplicationEvent(new ContextClosedEvent(this.context));
		assertThat(this.stops).hasValue(1);
		assertThat(this.lifecycle.isRunning()).as("still to be waited for").isTrue();
	}

	@Test
	void stopOnlyWaitsForTheEndThatHasBegun() {
		this.lifecycle.start();
		this.lifecycle.onApplicationEvent(new ContextClosedEvent(this.context));
		AtomicInteger stopped = new AtomicInteger();
		this.lifecycle.stop(stopped::incrementAndGet);
		assertThat(stopped).hasValue(0);
		this.ended.complete(null);
		assertThat(stopped).hasValue(1);
		assertThat(this.stops).hasValue(1);
		assertThat(this.lifecycle.isRunning()).isFalse();
	}

	@Test
	void childContextThatClosesEndsNothing() {
		this.lifecycle.start();
		this.lifecycle.onApplicationEvent(new ContextClosedEvent(new GenericApplicationContext(this.context)));
		assertThat(this.stops).hasValue(0);
	}

	/** Promise I8. */
	@Test
	void stopFollowedByStartWorks() {
		this.lifecycle.start();
		this.ended.complete(null);
		this.lifecycle.stop();
		assertThat(this.lifecycle.isRunning()).isFalse();
		this.ended = new CompletableFuture<>();
		this.lifecycle.start();
		assertThat(this.lifecycle.isRunning()).isTrue();
		assertThat(this.starts).hasValue(2);
		this.lifecycle.stop(() -> {
		});
		assertThat(this.stops).hasValue(2);
	}

	@Test
	void stopWithoutStartDoesNothing() {
		AtomicInteger stopped = new AtomicInteger();
		this.lifecycle.stop(stopped::incrementAndGet);
		assertThat(stopped).hasValue(1);
		assertThat(this.stops).hasValue(0);
	}

	/** Lesson 25. */
	@Test
	void waitIsBounded(CapturedOutput output) {
		LeaderElectionLifecycle impatient = lifecycle(Duration.ofMillis(20));
		impatient.start();
		impatient.stop();
		assertThat(impatient.isRunning()).isFalse();
		assertThat(output).contains("Elections did not end cleanly").contains(TimeoutException.class.getName());
	}

	@Test
	void phaseLiesBelowTheOneOfSchedulers() {
		assertThat(this.lifecycle.getPhase()).isLessThan(new ThreadPoolTaskScheduler().getPhase());
		assertThat(this.lifecycle.isAutoStartup()).isTrue();
		assertThat(this.lifecycle.isPauseable()).isTrue();
	}

	private LeaderElectionLifecycle lifecycle(Duration longestStop) {
		return new LeaderElectionLifecycle(this.context, this.starts::incrementAndGet, () -> {
			this.stops.incrementAndGet();
			return this.ended;
		}, longestStop);
	}

}
