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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.leaderelection.coordinator.memory.MemoryCluster;
import io.leaderelection.coordinator.memory.MemoryCoordinator;
import io.leaderelection.coordinator.memory.VirtualEventLoop;
import io.leaderelection.coordinator.memory.VirtualTime;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionSettings;
import io.leaderelection.gate.GuardedCalls;
import io.leaderelection.spi.AdoptionOutcome;
import io.leaderelection.spi.FenceSealer;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.util.Assert;

/**
 * Change of the leader that is played through when an application starts: two engines in
 * virtual time, of which one resigns and the other one takes over. A process may wait for
 * months for its first term, and would only then load the classes that it takes, one
 * after the other, while nobody leads. Nothing outside learns of it.
 * <p>
 * What the application's own guarded calls look for at the first of them is looked for
 * now, for the same reason.
 */
final class TermRehearsal implements Runnable {

	private static final Log logger = LogFactory.getLog(TermRehearsal.class);

	private static final String NAME = "rehearsal";

	private static final Duration ACT = Duration.ofSeconds(1);

	private final VirtualTime time = new VirtualTime();

	private final MemoryCluster cluster = new MemoryCluster(this.time.newLoop("coordinator"));

	private final Runnable preparation;

	/**
	 * Create a rehearsal.
	 * @param preparation what prepares the guarded calls of the application
	 */
	TermRehearsal(Runnable preparation) {
		this.preparation = preparation;
	}

	@Override
	public void run() {
		attempt(this.preparation);
		attempt(this::play);
	}

	private static void attempt(Runnable part) {
		try {
			part.run();
		}
		catch (RuntimeException ex) {
			logger.debug("A change of the leader could not be rehearsed", ex);
		}
	}

	private void play() {
		ElectionEngine first = start("first");
		ElectionEngine second = start("second");
		this.time.advance(ACT);
		stop(first);
		stop(second);
	}

	private void stop(ElectionEngine engine) {
		CompletableFuture<Void> stopped = engine.stop();
		this.time.advance(ACT);
		Assert.state(stopped.isDone(), "An engine did not stop");
	}

	/**
	 * Return how many terms were handed out.
	 * @return the number of terms
	 */
	long terms() {
		return this.cluster.view(NAME).term().value();
	}

	private ElectionEngine start(String instance) {
		VirtualEventLoop loop = this.time.newLoop(instance);
		GuardedCalls calls = new GuardedCalls(List::of);
		ElectionEngine engine = ElectionEngine.builder(new MemoryCoordinator(this.cluster, loop), loop, instance)
			.settings((election) -> ElectionSettings.of(ACT.multipliedBy(10)))
			.dispatcher(Runnable::run)
			.guardedExecution(calls)
			.workDrain(calls)
			.fenceSealer(new ImaginaryFences())
			.seed(instance.hashCode())
			.build();
		engine.get(NAME);
		engine.start();
		return engine;
	}

	/**
	 * Fences that are raised at once.
	 */
	private static final class ImaginaryFences implements FenceSealer {

		@Override
		public boolean protects(String election) {
			return true;
		}

		@Override
		public CompletionStage<SealOutcome> seal(SealRequest request) {
			return CompletableFuture.completedFuture(new SealOutcome.Sealed(List.of(NAME)));
		}

		@Override
		public CompletionStage<AdoptionOutcome> adopt(String election, String lineage, Duration bound) {
			return CompletableFuture.completedFuture(AdoptionOutcome.done());
		}

	}

}
