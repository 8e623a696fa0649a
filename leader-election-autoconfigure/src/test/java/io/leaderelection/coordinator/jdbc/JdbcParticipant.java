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

package io.leaderelection.coordinator.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import javax.sql.DataSource;

import io.leaderelection.ControlRequest;
import io.leaderelection.ControlResult;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElectionEvent;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.ThreadEventLoop;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.engine.ElectionSettings;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Instance of an application: an engine on a coordinator on a database.
 */
final class JdbcParticipant implements AutoCloseable {

	static final String ELECTION = "settlement";

	static final ControlRequest OPERATOR = new ControlRequest("operator", "test");

	private final ThreadEventLoop loop;

	private final JdbcCoordinator coordinator;

	private final ElectionEngine engine;

	private @Nullable CompletableFuture<ControlResult> resignation;

	private boolean gone;

	private final List<Event> events = new CopyOnWriteArrayList<>();

	/**
	 * Start an instance.
	 * @param name what its identity begins with
	 * @param dataSource the database
	 * @param settings the settings of the coordinator
	 * @param ttl the time-to-live
	 */
	JdbcParticipant(String name, DataSource dataSource, JdbcCoordinatorSettings settings, Duration ttl) {
		this(name, dataSource, settings, ttl, new ThreadEventLoop(name), (builder) -> {
		});
	}

	JdbcParticipant(String name, DataSource dataSource, JdbcCoordinatorSettings settings, Duration ttl,
			ThreadEventLoop loop, Consumer<ElectionEngineBuilder> customizer) {
		this(name, dataSource, settings, ttl, loop, loop, customizer);
	}

	/**
	 * Start an instance whose clocks are not those of its thread.
	 */
	JdbcParticipant(String name, DataSource dataSource, JdbcCoordinatorSettings settings, Duration ttl,
			ThreadEventLoop thread, EventLoop loop, Consumer<ElectionEngineBuilder> customizer) {
		this.loop = thread;
		this.coordinator = new JdbcCoordinator(settings, dataSource);
		ElectionEngineBuilder builder = ElectionEngine.builder(this.coordinator, loop, name)
			.settings((election) -> ElectionSettings.of(ttl))
			.publisher((event) -> this.events.add(new Event((LeaderElectionEvent) event, System.nanoTime())));
		customizer.accept(builder);
		this.engine = builder.build();
		this.engine.start();
	}

	/**
	 * Take part in an election.
	 */
	JdbcParticipant join() {
		election();
		return this;
	}

	LeaderElection election() {
		return this.engine.get(ELECTION);
	}

	ElectionEngine engine() {
		return this.engine;
	}

	JdbcCoordinator coordinator() {
		return this.coordinator;
	}

	/**
	 * Wait for the event that grants a later term than the given one.
	 * @return the event
	 */
	Event awaitGrant(long after, Duration atMost) {
		return Awaitility.await()
			.atMost(atMost)
			.pollInterval(Duration.ofMillis(10))
			.until(() -> this.events.stream()
				.filter((event) -> event.event() instanceof LeaderGrantedEvent granted
						&& granted.getToken().term() > after)
				.findFirst(), (found) -> found.isPresent())
			.orElseThrow();
	}

	LeaderRevokedEvent awaitRevoked(Duration atMost) {
		return (LeaderRevokedEvent) Awaitility.await()
			.atMost(atMost)
			.pollInterval(Duration.ofMillis(10))
			.until(() -> this.events.stream()
				.map(Event::event)
				.filter(LeaderRevokedEvent.class::isInstance)
				.findFirst(), (found) -> found.isPresent())
			.orElseThrow();
	}

	List<Event> events() {
		return List.copyOf(this.events);
	}

	/**
	 * Give up the term held.
	 * @param coolDown how long this instance then holds back
	 */
	void resign(Duration coolDown) {
		this.resignation = this.engine.resign(ELECTION, coolDown, OPERATOR);
	}

	/**
	 * Be gone without a word, as far as a part of a process can.
	 */
	void crash() {
		this.gone = true;
		this.coordinator.close();
		this.loop.close();
	}

	@Override
	public void close() {
		if (this.gone) {
			return;
		}
		this.gone = true;
		try {
			if (this.resignation != null) {
				assertThat(this.resignation.get(20, TimeUnit.SECONDS).status()).isEqualTo(ControlResult.Status.DONE);
			}
			this.engine.stop().get(20, TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			throw new IllegalStateException("The engine did not stop", ex);
		}
		finally {
			this.coordinator.close();
			this.loop.close();
		}
	}

	/**
	 * Event and when it was published.
	 *
	 * @param event the event
	 * @param at the monotonic time
	 */
	record Event(LeaderElectionEvent event, long at) {

		Duration since(long begin) {
			return Duration.ofNanos(this.at - begin);
		}

	}

}
