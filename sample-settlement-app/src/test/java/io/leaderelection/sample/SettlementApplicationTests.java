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

package io.leaderelection.sample;

import java.time.Clock;
import java.time.Duration;
import java.util.Random;

import io.leaderelection.sample.audit.HistoryChecker;
import io.leaderelection.sample.audit.LedgerChecker;
import io.leaderelection.sample.audit.WriteHistory;
import io.leaderelection.sample.payment.LoadGenerator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.test.context.TestPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SettlementApplication} with a coordinator in memory.
 */
@TestPropertySource(properties = "leader-election.coordinator=memory")
class SettlementApplicationTests extends AbstractSettlementApplicationTests {

	private static final int PAYMENTS = 40_000;

	private static final int DOCUMENT = 1_000;

	private static final int REQUIRED_PER_SECOND = 2_000;

	@Test
	void settlesTwoThousandPaymentsASecondWhileTheyArrive() throws Exception {
		LoadGenerator generator = new LoadGenerator(new Random(1), 20, Clock.systemUTC());
		long start = System.nanoTime();
		for (int sent = 0; sent < PAYMENTS; sent += DOCUMENT) {
			String csv = LoadGenerator.toCsv(generator.next(DOCUMENT));
			assertThat(post("/payments/import", "text/csv", csv).statusCode()).isEqualTo(200);
		}
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> pending() == 0);
		double seconds = (System.nanoTime() - start) / 1e9;
		HistoryChecker checker = new HistoryChecker(true);
		new WriteHistory(this.jdbc).forEach(checker);
		assertThat(checker.violations()).isEmpty();
		assertThat(checker.settledPayments()).isGreaterThanOrEqualTo(PAYMENTS);
		assertThat(new LedgerChecker(this.jdbc).check()).isEmpty();
		assertThat(PAYMENTS / seconds).as("payments captured and settled in a second")
			.isGreaterThan(REQUIRED_PER_SECOND);
	}

	private long pending() {
		Long pending = this.jdbc.queryForObject("SELECT count(*) FROM payment WHERE status = 'CAPTURED'", Long.class);
		return (pending != null) ? pending : 0;
	}

}
