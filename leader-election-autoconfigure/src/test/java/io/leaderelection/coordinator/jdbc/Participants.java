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
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.leaderelection.LeaderElectionEvent;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.ThreadEventLoop;
import io.leaderelection.servers.JavaProcess;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Instances of one application, in this process and in others, that take part in one
 * election on a database.
 */
final class Participants implements AutoCloseable {

	/**
	 * More than anything takes that is bound to happen.
	 */
	static final Duration LONG = Duration.ofSeconds(60);

	private final JdbcCoordinatorSettings settings = JdbcCoordinatorSettings.of(UUID.randomUUID().toString());

	private final Deque<AutoCloseable> open = new ArrayDeque<>();

	private final Duration ttl;

	Participants(Duration ttl) {
		this.ttl = ttl;
	}

	JdbcCoordinatorSettings settings() {
		return this.settings;
	}

	String namespace() {
		return this.settings.namespace();
	}

	/**
	 * Return how long it may take until the next leader is announced, see promise I6,
	 * with a second for a machine that does other things too.
	 * @return the longest time
	 */
	Duration failOver() {
		return this.ttl.plus(WatchTiming.SWEEP_SPREAD).plusMillis(1500);
	}

	/**
	 * Start an instance in this process that takes part.
	 */
	JdbcParticipant start(String name, DataSource dataSource) {
		ThreadEventLoop loop = new ThreadEventLoop(name);
		return start(name, dataSource, loop, loop);
	}

	/**
	 * Start an instance in this process, whose clocks are not those of its thread.
	 */
	JdbcParticipant start(String name, DataSource dataSource, ThreadEventLoop thread, EventLoop loop) {
		JdbcParticipant participant = new JdbcParticipant(name, dataSource, this.settings, this.ttl, thread, loop,
				(builder) -> {
				})
			.join();
		return closeAtTheEnd(participant);
	}

	/**
	 * Start an instance in this process that leads.
	 */
	JdbcParticipant startLeader(DataSource dataSource) {
		JdbcParticipant leader = start("leader", dataSource);
		leader.awaitGrant(0, LONG);
		return leader;
	}

	/**
	 * Start an instance in this process that knows who leads.
	 */
	JdbcParticipant startFollower(DataSource dataSource) {
		JdbcParticipant follower = start("follower", dataSource);
		awaitObservedLeader(follower);
		return follower;
	}

	/**
	 * Start an instance in a process of its own that takes part.
	 * @param address the database
	 * @param prefix what the command of the process begins with
	 * @return the process, which has started
	 */
	JavaProcess startProcess(DatabaseAddress address, String... prefix) {
		JavaProcess process = closeAtTheEnd(new JavaProcess(List.of(prefix), ParticipantProgram.class, address.url(),
				address.user(), address.password(), namespace(), String.valueOf(this.ttl.toMillis())));
		process.awaitLine((line) -> line.startsWith("started"));
		return process;
	}

	<C extends AutoCloseable> C closeAtTheEnd(C closed) {
		this.open.push(closed);
		return closed;
	}

	/**
	 * Wait until somebody leads.
	 * @return how long that took
	 */
	static Duration awaitLed(JdbcParticipant... some) {
		long begin = System.nanoTime();
		Awaitility.await().atMost(LONG).pollInterval(Duration.ofMillis(10)).until(() -> isLed(some));
		return Duration.ofNanos(System.nanoTime() - begin);
	}

	static boolean isLed(JdbcParticipant... some) {
		return Stream.of(some).anyMatch((one) -> one.election().isLeader());
	}

	static void awaitObservedLeader(JdbcParticipant participant) {
		Awaitility.await().atMost(LONG).until(() -> participant.election().observedLeader().isPresent());
	}

	static void assertNeverRevoked(JdbcParticipant participant) {
		assertThat(participant.events()).extracting(JdbcParticipant.Event::event)
			.noneMatch(LeaderRevokedEvent.class::isInstance);
	}

	/**
	 * Require that of some instances each one was told that its term is over before the
	 * next one was told that it leads.
	 */
	static void assertOneAfterTheOther(JdbcParticipant... some) {
		List<LeaderElectionEvent> edges = Stream.of(some)
			.flatMap((one) -> one.events().stream())
			.sorted(Comparator.comparingLong(JdbcParticipant.Event::at))
			.map(JdbcParticipant.Event::event)
			.filter((event) -> event instanceof LeaderGrantedEvent || event instanceof LeaderRevokedEvent)
			.toList();
		assertThat(edges).isNotEmpty();
		for (int i = 0; i < edges.size(); i++) {
			assertThat(edges.get(i)).as("Edge %d of %s", i, edges)
				.isInstanceOf((i % 2 == 0) ? LeaderGrantedEvent.class : LeaderRevokedEvent.class);
		}
	}

	/**
	 * Let time pass in which nothing is to happen, or which something is to outlast.
	 */
	static void pass(Duration time) {
		Awaitility.await().pollDelay(time).atMost(time.plus(LONG)).until(() -> true);
	}

	@Override
	public void close() throws Exception {
		while (!this.open.isEmpty()) {
			this.open.pop().close();
		}
	}

}
