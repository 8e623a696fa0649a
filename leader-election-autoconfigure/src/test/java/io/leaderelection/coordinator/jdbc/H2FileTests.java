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

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.RevocationReason;
import io.leaderelection.servers.JavaProcess;
import io.leaderelection.servers.MovableClock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for {@link JdbcCoordinator} on a file of H2 that several processes share. The one
 * that opened it first holds it and serves it to the others.
 */
class H2FileTests {

	private static final Duration TTL = Duration.ofSeconds(3);

	/**
	 * How long the others may take to notice that the file is free, and to open it.
	 */
	private static final Duration OPENING = Duration.ofSeconds(5);

	private final Participants participants = new Participants(TTL);

	@TempDir
	private Path folder;

	private DatabaseAddress address;

	@BeforeEach
	void createTables() {
		this.address = new DatabaseAddress("jdbc:h2:file:" + this.folder.resolve("elections") + ";AUTO_SERVER=TRUE",
				"sa", "");
		CoordinatorTables.create(dataSource());
	}

	@AfterEach
	void close() throws Exception {
		this.participants.close();
	}

	/**
	 * Promise I6.
	 */
	@Test
	void leaderThatHoldsTheFileIsReplacedWhenItIsKilled(TestReporter reporter) {
		JavaProcess leader = startLeadingProcess();
		JdbcParticipant follower = this.participants.startFollower(dataSource());
		long begin = System.nanoTime();
		leader.kill();
		JdbcParticipant.Event granted = follower.awaitGrant(1, Participants.LONG);
		reporter.publishEntry("fail-over after SIGKILL of the leader, which held the file",
				granted.since(begin).toMillis() + " ms");
		assertThat(granted.since(begin)).isLessThan(this.participants.failOver().plus(OPENING));
	}

	/**
	 * Promises I3 and I5: the others stop rather than guess.
	 */
	@Test
	void nobodyLeadsWhileTheLeaderThatHoldsTheFileStandsStill(TestReporter reporter) {
		JavaProcess leader = startLeadingProcess();
		JdbcParticipant follower = this.participants.startFollower(dataSource());
		leader.freeze();
		Participants.pass(TTL.multipliedBy(2));
		assertThat(grants(follower)).isEmpty();
		leader.thaw();
		long begin = System.nanoTime();
		assertThat(leader.awaitLine((line) -> line.startsWith("revoked 1"))).contains("EXPIRED");
		Awaitility.await()
			.atMost(Participants.LONG)
			.pollInterval(Duration.ofMillis(10))
			.until(() -> grants(leader).size() + grants(follower).size() > 1);
		Duration led = Duration.ofNanos(System.nanoTime() - begin);
		reporter.publishEntry("next leader after SIGCONT of the leader, which held the file", led.toMillis() + " ms");
		assertThat(led).isLessThan(this.participants.failOver().plus(OPENING));
		assertThat(Stream.concat(grants(leader).stream(), grants(follower).stream())).doesNotHaveDuplicates();
	}

	/**
	 * Promises I3 and I5.
	 */
	@Test
	void leaderStopsWhileTheProcessThatHoldsTheFileStandsStill() {
		JavaProcess holder = startHolder();
		JdbcParticipant leader = this.participants.startLeader(dataSource());
		JdbcParticipant follower = this.participants.startFollower(dataSource());
		holder.freeze();
		assertThat(leader.awaitRevoked(TTL.plusSeconds(1)).getReason()).isEqualTo(RevocationReason.EXPIRED);
		Participants.pass(TTL);
		assertThat(Participants.isLed(leader, follower)).isFalse();
		holder.thaw();
		assertThat(Participants.awaitLed(leader, follower)).isLessThan(this.participants.failOver().plus(OPENING));
		Participants.pass(Duration.ofSeconds(1));
		assertThat(leader.election().isLeader()).isNotEqualTo(follower.election().isLeader());
		Participants.assertOneAfterTheOther(leader, follower);
	}

	/**
	 * The limit of a database that takes one statement after the other: the leader goes
	 * on, as a renewal needs no lock that a change holds, but nobody succeeds it.
	 */
	@Test
	void candidateThatIsFrozenWithinAChangeKeepsItsLockSoThatNobodySucceedsTheLeader() throws SQLException {
		JdbcParticipant leader = this.participants.startLeader(dataSource());
		JdbcParticipant follower = this.participants.startFollower(dataSource());
		JavaProcess candidate;
		try (Connection blocker = lockNamespace()) {
			candidate = this.participants.startProcess(this.address);
			Awaitility.await().atMost(Participants.LONG).pollInterval(Duration.ofMillis(10)).until(this::isWaitedFor);
			candidate.freeze();
			blocker.commit();
		}
		Participants.pass(TTL);
		assertThatThrownBy(this::lockNamespace).hasMessageContaining("Timeout trying to lock table");
		assertThat(leader.election().isLeader()).isTrue();
		leader.crash();
		Participants.pass(this.participants.failOver().plusSeconds(2));
		assertThat(grants(follower)).isEmpty();
		candidate.thaw();
		Awaitility.await()
			.atMost(this.participants.failOver())
			.pollInterval(Duration.ofMillis(10))
			.until(() -> !grants(candidate).isEmpty() || !grants(follower).isEmpty());
		Participants.pass(Duration.ofSeconds(1));
		assertThat(Stream.concat(grants(candidate).stream(), grants(follower).stream())).containsExactly(2L);
	}

	/**
	 * Lesson 10. The clock of the process that holds the file is that of the database.
	 */
	@Test
	@EnabledOnOs(value = OS.LINUX, disabledReason = "A process is given another clock by its dynamic linker")
	void clockOfTheProcessThatHoldsTheFileIsSetForwardAndBack(@TempDir Path clockFolder) {
		MovableClock clock = new MovableClock(clockFolder);
		startHolder(clock.prefix().toArray(String[]::new));
		JdbcParticipant leader = this.participants.startLeader(dataSource());
		JdbcParticipant follower = this.participants.startFollower(dataSource());
		clock.set(Duration.ofHours(7));
		assertThat(databaseHoursAhead()).isEqualTo(7);
		Awaitility.await()
			.atMost(this.participants.failOver())
			.pollInterval(Duration.ofMillis(10))
			.until(() -> grants(leader).size() + grants(follower).size() > 1);
		Participants.pass(TTL);
		assertThat(leader.election().isLeader()).isNotEqualTo(follower.election().isLeader());
		JdbcParticipant second = leader.election().isLeader() ? leader : follower;
		clock.set(Duration.ZERO);
		assertThat(databaseHoursAhead()).isZero();
		Participants.pass(TTL);
		assertThat(second.election().isLeader()).isTrue();
		long begin = System.nanoTime();
		second.crash();
		JdbcParticipant third = (second == leader) ? follower : leader;
		assertThat(third.awaitGrant(2, Participants.LONG).since(begin)).isLessThan(this.participants.failOver());
	}

	private DataSource dataSource() {
		return this.address.dataSource();
	}

	/**
	 * Start a process that holds the file and leads.
	 */
	private JavaProcess startLeadingProcess() {
		JavaProcess leader = this.participants.startProcess(this.address);
		leader.awaitLine("granted 1"::equals);
		return leader;
	}

	/**
	 * Start a process that holds the file and takes no part.
	 */
	private JavaProcess startHolder(String... prefix) {
		JavaProcess holder = this.participants.closeAtTheEnd(new JavaProcess(List.of(prefix), FileHolderProgram.class,
				this.address.url(), this.address.user(), this.address.password()));
		holder.awaitLine((line) -> line.startsWith("holds"));
		return holder;
	}

	private static List<Long> grants(JavaProcess process) {
		return process.lines()
			.stream()
			.filter((line) -> line.startsWith("granted "))
			.map((line) -> Long.valueOf(line.substring("granted ".length())))
			.toList();
	}

	private static List<Long> grants(JdbcParticipant participant) {
		return participant.events()
			.stream()
			.map(JdbcParticipant.Event::event)
			.filter(LeaderGrantedEvent.class::isInstance)
			.map((event) -> ((LeaderGrantedEvent) event).getToken().term())
			.toList();
	}

	private Connection lockNamespace() throws SQLException {
		Connection blocker = dataSource().getConnection();
		try (Statement statement = blocker.createStatement()) {
			blocker.setAutoCommit(false);
			statement.execute("SET LOCK_TIMEOUT 500");
			statement.execute("SELECT * FROM leader_namespace WHERE namespace = '" + this.participants.namespace()
					+ "' FOR UPDATE");
			return blocker;
		}
		catch (SQLException ex) {
			blocker.close();
			throw ex;
		}
	}

	private boolean isWaitedFor() {
		return new JdbcTemplate(dataSource()).queryForObject(
				"SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS WHERE BLOCKER_ID IS NOT NULL", Long.class) > 0;
	}

	/**
	 * Return how far the database's clock is ahead of the one of this process.
	 */
	private long databaseHoursAhead() {
		long seconds = new JdbcTemplate(dataSource())
			.queryForObject("SELECT CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) AS BIGINT)", Long.class);
		return Math.round((seconds - System.currentTimeMillis() / 1000) / 3600.0);
	}

}
