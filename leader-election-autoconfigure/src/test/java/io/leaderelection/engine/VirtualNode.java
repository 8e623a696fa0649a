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

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElectionEvent;
import io.leaderelection.LeaderState;
import io.leaderelection.coordinator.memory.MemoryCoordinator;
import io.leaderelection.coordinator.memory.MemoryLink;
import io.leaderelection.coordinator.memory.VirtualEventLoop;
import io.leaderelection.spi.Transition;

/**
 * Process with an engine in a {@link VirtualCluster}, and the events it published.
 */
final class VirtualNode {

	private final VirtualEventLoop loop;

	private final MemoryCoordinator coordinator;

	private final ElectionEngine engine;

	private final List<LeaderElectionEvent> events = new ArrayList<>();

	private final List<Transition> transitions = new ArrayList<>();

	VirtualNode(VirtualEventLoop loop, MemoryCoordinator coordinator, long seed,
			Consumer<ElectionEngineBuilder> customizer) {
		this.loop = loop;
		this.coordinator = coordinator;
		ElectionEngineBuilder builder = ElectionEngine.builder(coordinator, loop, loop.toString())
			.settings((election) -> ElectionSettings.of(VirtualCluster.TTL))
			.publisher((event) -> this.events.add((LeaderElectionEvent) event))
			.dispatcher(Runnable::run)
			.transitionListeners(List.of(this.transitions::add))
			.seed(seed);
		customizer.accept(builder);
		this.engine = builder.build();
		this.engine.get(VirtualCluster.ELECTION);
	}

	LeaderElection election() {
		return this.engine.get(VirtualCluster.ELECTION);
	}

	ElectionEngine engine() {
		return this.engine;
	}

	VirtualEventLoop loop() {
		return this.loop;
	}

	MemoryLink link() {
		return this.coordinator.link();
	}

	/**
	 * Return the published events of a type.
	 */
	<E extends LeaderElectionEvent> List<E> events(Class<E> type) {
		return this.events.stream().filter(type::isInstance).map(type::cast).toList();
	}

	List<LeaderElectionEvent> events() {
		return this.events;
	}

	List<LeaderState> states() {
		return this.transitions.stream().map(Transition::to).toList();
	}

}
