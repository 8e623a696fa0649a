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

package io.leaderelection.autoconfigure.jdbc;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import io.leaderelection.HoldBack;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.Revocation;
import io.leaderelection.RevocationReason;
import io.leaderelection.actuate.ElectionDescription.HoldBackDescription;
import io.leaderelection.actuate.ElectionDetails;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for who may lead, by whole applications that elect by a real etcd and protect a
 * real PostgreSQL.
 */
class LeadershipFollowsDatabaseTests {

	private static final String UNREACHABLE = "The database 'dataSource' cannot be reached: ";

	private static final Duration GRACE = Duration.ofSeconds(2);

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	private static EtcdServer etcd;

	@BeforeAll
	static void startEtcd() {
		etcd = EtcdServer.start();
	}

	@AfterAll
	static void stopEtcd() {
		etcd.close();
	}

	@Test
	void leaderThatLosesItsDatabaseHandsOverSaysWhyAndIsACandidateAgainWhenItIsBack() {
		try (CandidateInstance first = start("cut-off", "first");
				CandidateInstance second = startSecond("cut-off", first)) {
			long term = first.term();
			first.wayToDatabase().refuse();
			long cut = System.nanoTime();
			await().until(second::leads);
			assertThat(Duration.ofNanos(System.nanoTime() - cut)).isGreaterThan(GRACE);
			assertThat(second.term()).isGreaterThan(term);
			await().until(() -> first.events(LeaderRevokedEvent.class).count() == 1);
			Revocation revocation = first.events(LeaderRevokedEvent.class).findFirst().orElseThrow().getRevocation();
			assertThat(revocation.reason()).isEqualTo(RevocationReason.NOT_ELIGIBLE);
			assertThat(revocation.detail()).startsWith(UNREACHABLE);
			assertThat(revocation.token().term()).isEqualTo(term);
			assertReasonIsVisible(first);
			await().untilAsserted(() -> assertThat(
					second.endpoint().election(CandidateInstance.ELECTION).history().get(1).endReason())
				.startsWith("NOT_ELIGIBLE"));
			await().until(() -> !second.sees(first));

			long next = second.term();
			first.wayToDatabase().resume();
			await().until(() -> second.sees(first));
			Awaitility.await()
				.during(GRACE.plusSeconds(2))
				.atMost(Duration.ofSeconds(30))
				.until(() -> second.leads() && second.term() == next && !first.leads());
			assertThat(first.election().status().holdBack()).isNull();
			assertThat(first.meters().get("leader.election.eligible").gauge().value()).isOne();
			second.close();
			await().until(first::leads);
		}
	}

	private void assertReasonIsVisible(CandidateInstance first) {
		await().until(() -> first.election().status().holdBack() == HoldBack.NOT_ELIGIBLE);
		ElectionDetails report = first.endpoint().election(CandidateInstance.ELECTION);
		assertThat(report.election().holdBack()).extracting(HoldBackDescription::reason)
			.isEqualTo(HoldBack.NOT_ELIGIBLE);
		assertThat(report.election().holdBack()).extracting(HoldBackDescription::detail)
			.asString()
			.startsWith(UNREACHABLE);
		assertThat(report.election().lastRevocation().reason()).isEqualTo("NOT_ELIGIBLE");
		Map<String, Object> health = first.health();
		assertThat(health).containsEntry("holdsBack", HoldBack.NOT_ELIGIBLE)
			.containsEntry("lastRevocation", RevocationReason.NOT_ELIGIBLE);
		assertThat(health.get("reason")).asString().startsWith(UNREACHABLE);
		assertThat(first.meters().get("leader.election.eligible").gauge().value()).isZero();
		assertThat(first.meters()
			.get("leader.election.transitions")
			.tags("state", "draining", "reason", "not-eligible")
			.counter()
			.count()).isOne();
	}

	@Test
	void beanIsObeyedByASoleCandidateToo() {
		try (CandidateInstance only = start("said", "only")) {
			await().until(only::leads);
			long term = only.term();
			only.say("the printer is out of paper");
			await().until(() -> only.election().status().holdBack() == HoldBack.NOT_ELIGIBLE);
			assertThat(only.election().status().holdBackDetail()).isEqualTo("the printer is out of paper");
			await().until(() -> only.events(LeaderRevokedEvent.class)
				.anyMatch((event) -> event.getReason() == RevocationReason.NOT_ELIGIBLE));
			assertThat(only.leads()).isFalse();
			only.say(null);
			await().until(only::leads);
			assertThat(only.term()).isGreaterThan(term);
		}
	}

	@Test
	void instanceThatShutsDownIsNoCandidateFromTheMomentItsContextBeginsToClose() throws InterruptedException {
		CountDownLatch closed = new CountDownLatch(1);
		try (CandidateInstance first = start("closing", "first");
				CandidateInstance second = startSecond("closing", first)) {
			long term = first.term();
			Thread closing = second.beginToClose(closed);
			await().until(() -> !first.sees(second));
			first.election().resign(Duration.ZERO).join();
			await().until(() -> first.leads() && first.term() > term);
			assertThat(second.events(LeaderGrantedEvent.class)).isEmpty();
			assertThat(closing.isAlive()).isTrue();
			closed.countDown();
			closing.join();
		}
		finally {
			closed.countDown();
		}
	}

	private static CandidateInstance startSecond(String namespace, CandidateInstance first) {
		await().until(first::leads);
		CandidateInstance second = start(namespace, "second");
		await().until(() -> first.sees(second));
		return second;
	}

	private static CandidateInstance start(String namespace, String name) {
		return new CandidateInstance(name, etcd.endpoint(), database, "--spring.application.name=" + namespace,
				"--leader-election.eligibility-grace=" + GRACE.toMillis() + "ms");
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(20));
	}

}
