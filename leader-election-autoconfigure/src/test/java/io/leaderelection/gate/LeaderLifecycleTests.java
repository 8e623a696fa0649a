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

import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderConfirmedEvent;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.Revocation;
import io.leaderelection.RevocationReason;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link LeaderLifecycle}.
 */
class LeaderLifecycleTests {

	private final FakeElections elections = new FakeElections();

	private final FakeElection election = this.elections.get("settlement");

	private final GuardedCalls calls = new GuardedCalls(List::of);

	private final RecordingLifecycle component = new RecordingLifecycle();

	private final LeaderLifecycle lifecycle = new LeaderLifecycle("settlement", this.component, this.elections,
			this.calls);

	@AfterEach
	void destroy() {
		this.lifecycle.destroy();
	}

	@Test
	void startsWithTheGrantAndStopsWithTheRevocation() throws Exception {
		FencingToken token = grant(5);
		assertThat(next()).isEqualTo("start with term 5");
		await().untilAsserted(() -> assertThat(this.calls.inFlight(token)).isEqualTo(1));
		revoke(token);
		assertThat(next()).isEqualTo("stop");
		await().untilAsserted(() -> assertThat(this.calls.inFlight(token)).isZero());
	}

	@Test
	void ignoresOtherElections() {
		FakeElection other = this.elections.get("reports");
		this.lifecycle.onApplicationEvent(new LeaderGrantedEvent(other, other.lead(1), Instant.now()));
		assertThat(this.calls.inFlight(other.current().token())).isZero();
	}

	/**
	 * Lesson 8: the next leader waits until the component has stopped.
	 */
	@Test
	void stopsWhenTheTermIsDrainedAndTheDrainWaitsForIt() throws Exception {
		FencingToken token = grant(5);
		assertThat(next()).isEqualTo("start with term 5");
		this.component.stoppable = new CountDownLatch(1);
		this.election.drain();
		CompletionStage<Void> drained = this.calls.drain(token);
		assertThat(next()).isEqualTo("stop");
		assertThat(drained).isNotCompleted();
		this.component.stoppable.countDown();
		assertThat(drained).succeedsWithin(10, TimeUnit.SECONDS);
		revoke(token);
		assertThat(this.component.events).isEmpty();
	}

	@Test
	void stopsWhenTheTermIsOver() throws Exception {
		FencingToken token = grant(5);
		assertThat(next()).isEqualTo("start with term 5");
		this.election.follow();
		this.calls.interrupt(token);
		assertThat(next()).isEqualTo("stop");
	}

	/**
	 * Lesson 16.
	 */
	@Test
	void aStartThatFindsItsTermOverDoesNotHappen() throws Exception {
		CountDownLatch busy = new CountDownLatch(1);
		this.component.startable = busy;
		FencingToken first = grant(5);
		assertThat(next()).isEqualTo("start with term 5");
		FencingToken second = grant(6);
		this.election.follow();
		busy.countDown();
		revoke(first);
		revoke(second);
		assertThat(next()).isEqualTo("stop");
		await().untilAsserted(() -> assertThat(this.calls.inFlight(second)).isZero());
		assertThat(this.component.events).isEmpty();
	}

	@Test
	void aStartDuringASuspicionHappensWhenItIsLifted() throws Exception {
		this.election.lead(5);
		this.election.suspect();
		FencingToken token = this.election.current().token();
		this.lifecycle
			.onApplicationEvent(new LeaderGrantedEvent(this.election, this.election.current(), Instant.now()));
		this.election.confirm();
		this.lifecycle.onApplicationEvent(new LeaderConfirmedEvent(this.election, token, Instant.now()));
		this.lifecycle.onApplicationEvent(new LeaderConfirmedEvent(this.election, token, Instant.now()));
		assertThat(next()).isEqualTo("start with term 5");
		revoke(token);
		assertThat(next()).isEqualTo("stop");
	}

	@Test
	void startsAgainInALaterTerm() throws Exception {
		FencingToken first = grant(5);
		assertThat(next()).isEqualTo("start with term 5");
		this.election.follow();
		revoke(first);
		grant(7);
		assertThat(next()).isEqualTo("stop");
		assertThat(next()).isEqualTo("start with term 7");
	}

	@Test
	void aComponentThatFailsToStartIsLeftStoppedAndDoesNotHoldTheTerm() {
		this.component.failing = true;
		FencingToken token = grant(5);
		this.election.follow();
		revoke(token);
		await().untilAsserted(() -> assertThat(this.calls.inFlight(token)).isZero());
		assertThat(this.component.isRunning()).isFalse();
	}

	@Test
	void stopsWhenItIsDestroyed() throws Exception {
		grant(5);
		assertThat(next()).isEqualTo("start with term 5");
		this.lifecycle.destroy();
		assertThat(next()).isEqualTo("stop");
	}

	@Test
	void refusesAComponentThatStartsByItself() {
		SmartLifecycle smart = new SmartRecordingLifecycle();
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new LeaderLifecycle("settlement", smart, this.elections, this.calls))
			.withMessageContaining("set its 'autoStartup' to false");
	}

	@Test
	void takesPartInItsElection() {
		new LeaderLifecycle("imports", this.component, this.elections, this.calls).destroy();
		assertThat(this.elections.all()).extracting((joined) -> joined.name()).contains("imports");
	}

	private FencingToken grant(long term) {
		LeaderGrantedEvent event = new LeaderGrantedEvent(this.election, this.election.lead(term), Instant.now());
		this.lifecycle.onApplicationEvent(event);
		return event.getToken();
	}

	private void revoke(FencingToken token) {
		this.lifecycle.onApplicationEvent(new LeaderRevokedEvent(this.election,
				new Revocation(token, RevocationReason.RESIGNED, "resigned", Instant.now())));
	}

	private String next() throws InterruptedException {
		return this.component.events.poll(10, TimeUnit.SECONDS);
	}

	static class RecordingLifecycle implements Lifecycle {

		final BlockingQueue<String> events = new LinkedBlockingQueue<>();

		private volatile CountDownLatch startable = new CountDownLatch(0);

		private volatile CountDownLatch stoppable = new CountDownLatch(0);

		private volatile boolean failing;

		private volatile boolean running;

		@Override
		public void start() {
			GuardedCall call = LeadershipContext.current().call("settlement");
			this.events.add("start with term " + call.token().term());
			if (this.failing) {
				throw new IllegalStateException("Cannot start");
			}
			awaitLatch(this.startable);
			this.running = true;
		}

		@Override
		public void stop() {
			this.events.add("stop");
			awaitLatch(this.stoppable);
			this.running = false;
		}

		private static void awaitLatch(CountDownLatch latch) {
			try {
				latch.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

	}

	static class SmartRecordingLifecycle extends RecordingLifecycle implements SmartLifecycle {

	}

}
