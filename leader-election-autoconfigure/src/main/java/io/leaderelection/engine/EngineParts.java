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

import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.function.Function;

import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.spi.ContactListener;
import io.leaderelection.spi.Eligibility;
import io.leaderelection.spi.FenceSealer;
import io.leaderelection.spi.GuardedExecution;
import io.leaderelection.spi.TransitionListener;
import io.leaderelection.spi.WorkDrain;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationEventPublisher;

/**
 * Parts that an engine works with.
 *
 * @param coordinator the coordinator
 * @param loop the thread and the clocks
 * @param id what the identities of this instance begin with
 * @param settings the settings by name of the election
 * @param publisher the publisher of events
 * @param dispatcher the executor that events are delivered on
 * @param guardedExecution the execution of guarded work
 * @param workDrain the knowledge of work in flight
 * @param fenceSealer the part that raises fences, or {@code null}
 * @param eligibilities the judgements on whether this instance can do the work
 * @param transitionListeners the receivers of transitions
 * @param contactListeners the receivers of what is seen of the coordinator
 * @param random the source of jitter and identities
 * @param rules the rules of time and evidence
 */
record EngineParts(Coordinator coordinator, EventLoop loop, String id, Function<String, ElectionSettings> settings,
		ApplicationEventPublisher publisher, Executor dispatcher, GuardedExecution guardedExecution,
		WorkDrain workDrain, @Nullable FenceSealer fenceSealer, List<Eligibility> eligibilities,
		List<TransitionListener> transitionListeners, List<ContactListener> contactListeners, Random random,
		Rules rules) {

	EngineParts {
		eligibilities = List.copyOf(eligibilities);
		transitionListeners = List.copyOf(transitionListeners);
		contactListeners = List.copyOf(contactListeners);
	}

	/**
	 * Have a thread ready for events, as far as the dispatcher is the engine's own.
	 */
	void keepDispatcherReady() {
		if (this.dispatcher instanceof DeliveryThreads threads) {
			threads.keepOne();
		}
	}

	/**
	 * Leave no thread behind.
	 */
	void letDispatcherRest() {
		if (this.dispatcher instanceof DeliveryThreads threads) {
			threads.keepNone();
		}
	}

	boolean protects(String election) {
		return this.fenceSealer != null && this.fenceSealer.protects(election);
	}

	void prepareFences(String election) {
		if (this.fenceSealer != null) {
			this.fenceSealer.prepare(election);
		}
	}

}
