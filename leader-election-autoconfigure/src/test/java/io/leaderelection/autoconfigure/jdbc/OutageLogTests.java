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
import java.util.List;

import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what a whole application logs while its coordinator is away for half a
 * minute: what is known and no more, and no trace of a stack.
 */
@ExtendWith(OutputCaptureExtension.class)
class OutageLogTests {

	private static final Duration OUTAGE = Duration.ofSeconds(31);

	private static final String STACK = "\n\tat ";

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	@Test
	void outageOfEtcdIsToldInAFewLines(CapturedOutput output) {
		try (EtcdServer etcd = EtcdServer.start();
				CandidateInstance worker = start("without-etcd", etcd.endpoint(), "etcd")) {
			assertOutageIsTold(worker, output, etcd::kill, etcd::restart);
		}
	}

	@Test
	void outageOfTheDatabaseThatElectsIsToldInAFewLines(CapturedOutput output) {
		try (CandidateInstance worker = start("without-database", "http://127.0.0.1:1", "jdbc")) {
			assertOutageIsTold(worker, output, worker.wayToDatabase()::refuse, worker.wayToDatabase()::resume);
		}
	}

	private static void assertOutageIsTold(CandidateInstance worker, CapturedOutput output, Runnable begin,
			Runnable end) {
		await().until(worker::leads);
		int start = output.length();
		begin.run();
		Awaitility.await().pollDelay(OUTAGE).atMost(OUTAGE.plusSeconds(10)).until(() -> !worker.leads());
		String told = output.toString().substring(start);
		assertThat(told).doesNotContain(STACK).contains("Lost contact with the coordinator");
		assertThat(ownLines(told)).hasSizeLessThanOrEqualTo(6);
		end.run();
		await().until(worker::leads);
		assertThat(output.toString().substring(start)).doesNotContain(STACK).contains("answers again after");
	}

	private static List<String> ownLines(String output) {
		return output.lines()
			.filter((line) -> line.contains(" i.l.") || line.contains(" i.leaderelection.")
					|| line.contains(" io.leaderelection."))
			.toList();
	}

	private static CandidateInstance start(String namespace, String etcd, String coordinator) {
		return new CandidateInstance("worker", etcd, database, "--spring.application.name=" + namespace,
				"--leader-election.coordinator=" + coordinator);
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(20));
	}

}
