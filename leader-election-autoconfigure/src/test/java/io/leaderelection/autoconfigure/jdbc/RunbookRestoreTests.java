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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.ControlRequest;
import io.leaderelection.ControlResult;
import io.leaderelection.HoldBack;
import io.leaderelection.LeaderElection;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.EtcdSnapshot;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what the runbook orders when etcd is restored from a snapshot or lost: a
 * whole application lives through it, with one election whose database is fenced and one
 * without a database.
 */
@ExtendWith(OutputCaptureExtension.class)
class RunbookRestoreTests {

	private static final ControlRequest REQUEST = new ControlRequest("operator", "etcd restored");

	private static final String FENCED = CandidateInstance.ELECTION;

	private static final String PLAIN = "reports";

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	private final JdbcTemplate observer = new JdbcTemplate(database.dataSource());

	@Test
	void instanceThatLivesThroughARestoreRaisesTheTermsByItself() {
		try (EtcdServer etcd = EtcdServer.start(); CandidateInstance worker = start("survives", etcd)) {
			EtcdSnapshot snapshot = snapshotOfOldTerms(etcd, worker);
			long fencedTerm = term(worker.election(FENCED));
			long plainTerm = term(worker.election(PLAIN));
			etcd.restore(snapshot, EtcdSnapshot.Identity.OTHER);
			await().until(() -> term(worker.election(FENCED)) > fencedTerm && term(worker.election(PLAIN)) > plainTerm);
			assertThat(fence("survives")).isEqualTo(term(worker.election(FENCED)));
		}
	}

	@Test
	void applicationThatWasStoppedMeanwhileRaisesAboveItsFenceAndByAnOrderWhereItHasNone() {
		try (EtcdServer etcd = EtcdServer.start()) {
			EtcdSnapshot snapshot;
			long fencedTerm;
			long plainTerm;
			try (CandidateInstance worker = start("stopped", etcd)) {
				snapshot = snapshotOfOldTerms(etcd, worker);
				fencedTerm = term(worker.election(FENCED));
				plainTerm = term(worker.election(PLAIN));
			}
			etcd.restore(snapshot, EtcdSnapshot.Identity.OTHER);
			try (CandidateInstance worker = start("stopped", etcd)) {
				await().until(() -> term(worker.election(FENCED)) > fencedTerm);
				assertThat(fence("stopped")).isEqualTo(term(worker.election(FENCED)));
				await().until(worker.election(PLAIN)::isLeader);
				long back = term(worker.election(PLAIN));
				assertThat(back).isLessThan(plainTerm);
				assertThat(worker.control().raiseTerm(PLAIN, back, plainTerm + 1, REQUEST).join().status())
					.isEqualTo(ControlResult.Status.DONE);
				await().until(() -> term(worker.election(PLAIN)) > plainTerm);
			}
		}
	}

	@Test
	void lostEtcdIsAdoptedByTheLineageThatTheLogNames(CapturedOutput output) {
		long term;
		try (EtcdServer lost = EtcdServer.start(); CandidateInstance worker = start("lost", lost)) {
			await().until(worker::leads);
			newTerm(worker.election(FENCED));
			term = term(worker.election(FENCED));
		}
		try (EtcdServer empty = EtcdServer.start(); CandidateInstance worker = start("lost", empty)) {
			await().until(() -> worker.election(FENCED).status().holdBack() == HoldBack.FOREIGN_LINEAGE);
			Matcher named = Pattern.compile("belongs to lineage (\\S+), but the coordinator's is ([^\\s:]+)")
				.matcher(output);
			assertThat(named.find()).isTrue();
			String lineage = named.group(2);
			assertThat(worker.endpoint().election(FENCED).coordinator().lineage()).isEqualTo(lineage);
			assertThat(worker.control().adopt(FENCED, lineage, REQUEST).join().status())
				.isEqualTo(ControlResult.Status.DONE);
			await().until(() -> term(worker.election(FENCED)) > term);
			assertThat(fence("lost")).isEqualTo(worker.term());
		}
	}

	private static EtcdSnapshot snapshotOfOldTerms(EtcdServer etcd, CandidateInstance worker) {
		await().until(() -> worker.leads() && worker.election(PLAIN).isLeader());
		EtcdSnapshot snapshot = etcd.snapshot();
		for (int i = 0; i < 3; i++) {
			newTerm(worker.election(FENCED));
			newTerm(worker.election(PLAIN));
		}
		return snapshot;
	}

	private static void newTerm(LeaderElection election) {
		long before = term(election);
		election.resign(Duration.ZERO).join();
		await().until(() -> election.isLeader() && term(election) > before);
	}

	private static long term(LeaderElection election) {
		return election.leadership().map((led) -> led.token().term()).orElse(0L);
	}

	private long fence(String namespace) {
		return this.observer.queryForObject("SELECT fence_token FROM leader_fence WHERE namespace = ? AND election = ?",
				Long.class, namespace, FENCED);
	}

	private static CandidateInstance start(String namespace, EtcdServer etcd) {
		CandidateInstance worker = new CandidateInstance("worker", etcd.endpoint(), database,
				"--spring.application.name=" + namespace,
				"--leader-election.elections." + PLAIN + ".data-sources=none");
		worker.election(PLAIN);
		return worker;
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(40)).pollInterval(Duration.ofMillis(20));
	}

}
