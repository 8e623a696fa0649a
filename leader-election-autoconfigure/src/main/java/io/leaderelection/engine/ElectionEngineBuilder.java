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

import java.security.SecureRandom;
import java.time.Duration;
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
import org.springframework.util.Assert;

/**
 * Builder of an {@link ElectionEngine}.
 */
public final class ElectionEngineBuilder {

	private static final Duration IDLE = Duration.ofSeconds(1);

	private final Coordinator coordinator;

	private final EventLoop loop;

	private final String instanceId;

	private Function<String, ElectionSettings> settings = (election) -> ElectionSettings.of(Duration.ofSeconds(10));

	private ApplicationEventPublisher publisher = (event) -> {
	};

	private @Nullable Executor dispatcher;

	private GuardedExecution guardedExecution = GuardedExecution.unbound();

	private WorkDrain workDrain = WorkDrain.none();

	private @Nullable FenceSealer fenceSealer;

	private List<Eligibility> eligibilities = List.of();

	private List<TransitionListener> transitionListeners = List.of();

	private List<ContactListener> contactListeners = List.of();

	private Random random = new SecureRandom();

	private Rules rules = Rules.PROVEN;

	ElectionEngineBuilder(Coordinator coordinator, EventLoop loop, String instanceId) {
		Assert.notNull(coordinator, "'coordinator' must not be null");
		Assert.notNull(loop, "'loop' must not be null");
		Assert.hasText(instanceId, "'instanceId' must not be empty");
		this.coordinator = coordinator;
		this.loop = loop;
		this.instanceId = instanceId;
	}

	/**
	 * Set the settings by name of the election. The function is called once per election,
	 * on the thread that asks for it first; what it throws reaches the caller.
	 * @param settings the settings; by default everything follows from a TTL of 10 s
	 * @return this builder
	 */
	public ElectionEngineBuilder settings(Function<String, ElectionSettings> settings) {
		this.settings = settings;
		return this;
	}

	/**
	 * Set where events are published.
	 * @param publisher the publisher, called on the dispatcher's threads
	 * @return this builder
	 */
	public ElectionEngineBuilder publisher(ApplicationEventPublisher publisher) {
		this.publisher = publisher;
		return this;
	}

	/**
	 * Set the executor that delivers events. Events of one election are submitted one
	 * after the other; the executor must not reject and must not run them under a lock.
	 * @param dispatcher the executor; by default a few daemon threads of the engine's own
	 * @return this builder
	 */
	public ElectionEngineBuilder dispatcher(Executor dispatcher) {
		this.dispatcher = dispatcher;
		return this;
	}

	/**
	 * Set the part that binds tokens and counts guarded work.
	 * @param guardedExecution the execution; by default nothing is bound
	 * @return this builder
	 */
	public ElectionEngineBuilder guardedExecution(GuardedExecution guardedExecution) {
		this.guardedExecution = guardedExecution;
		return this;
	}

	/**
	 * Set the part that knows the work in flight.
	 * @param workDrain the drain; by default nothing is waited for
	 * @return this builder
	 */
	public ElectionEngineBuilder workDrain(WorkDrain workDrain) {
		this.workDrain = workDrain;
		return this;
	}

	/**
	 * Set the part that raises fences.
	 * @param fenceSealer the sealer, or {@code null} if no election protects a database
	 * @return this builder
	 */
	public ElectionEngineBuilder fenceSealer(@Nullable FenceSealer fenceSealer) {
		this.fenceSealer = fenceSealer;
		return this;
	}

	/**
	 * Set the judgements on whether this instance can do the work.
	 * @param eligibilities the judgements; one reason against is enough
	 * @return this builder
	 */
	public ElectionEngineBuilder eligibilities(List<Eligibility> eligibilities) {
		this.eligibilities = List.copyOf(eligibilities);
		return this;
	}

	/**
	 * Set the receivers of transitions.
	 * @param transitionListeners the receivers, called on the engine's thread
	 * @return this builder
	 */
	public ElectionEngineBuilder transitionListeners(List<TransitionListener> transitionListeners) {
		this.transitionListeners = List.copyOf(transitionListeners);
		return this;
	}

	/**
	 * Set the receivers of what is seen of the contact with the coordinator.
	 * @param contactListeners the receivers, called on the engine's thread
	 * @return this builder
	 */
	public ElectionEngineBuilder contactListeners(List<ContactListener> contactListeners) {
		this.contactListeners = List.copyOf(contactListeners);
		return this;
	}

	/**
	 * Set the seed of jitter, grant ids and the random part of the identity.
	 * @param seed the seed; by default a secure random source is used
	 * @return this builder
	 */
	public ElectionEngineBuilder seed(long seed) {
		this.random = new Random(seed);
		return this;
	}

	/**
	 * Build the engine, which does nothing before {@link ElectionEngine#start()}.
	 * @return the engine
	 */
	public ElectionEngine build() {
		Executor executor = (this.dispatcher != null) ? this.dispatcher : new DeliveryThreads(IDLE);
		return new ElectionEngine(new EngineParts(this.coordinator, this.loop, this.instanceId, this.settings,
				this.publisher, executor, this.guardedExecution, this.workDrain, this.fenceSealer, this.eligibilities,
				this.transitionListeners, this.contactListeners, this.random, this.rules));
	}

	ElectionEngineBuilder rules(Rules rules) {
		this.rules = rules;
		return this;
	}

}
