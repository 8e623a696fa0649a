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

package io.leaderelection.sample.settlement;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import io.leaderelection.sample.audit.AcceptedWrite;
import io.leaderelection.sample.audit.HistoryChecker;
import io.leaderelection.sample.audit.LedgerChecker;
import io.leaderelection.sample.audit.RunChecker;
import io.leaderelection.sample.audit.WriteHistory;
import io.leaderelection.sample.demo.Database;
import io.leaderelection.sample.payment.Payment;
import io.leaderelection.sample.payment.PaymentStore;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Payments of a test and what became of them.
 */
final class SettledPayments {

	private static final Instant FIRST = Instant.parse("2026-11-30T09:15:00Z");

	final JdbcTemplate jdbc;

	SettledPayments(Database database) {
		this.jdbc = database.jdbc();
	}

	List<UUID> capture(String merchant, String currency, int count) {
		return capture(FIRST, merchant, currency, count);
	}

	List<UUID> capture(Instant first, String merchant, String currency, int count) {
		List<Payment> payments = IntStream.range(0, count)
			.mapToObj((i) -> new Payment(UUID.randomUUID(), merchant, 1000, currency, first.plusMillis(i)))
			.toList();
		assertThat(new PaymentStore(this.jdbc).capture(payments).stored()).isEqualTo(count);
		return payments.stream().map(Payment::id).toList();
	}

	List<String> rows(String sql) {
		return this.jdbc.queryForList(sql, String.class);
	}

	/** Return each run with its state, attempts, last term and progress. */
	List<String> runs() {
		return rows("SELECT concat_ws(' ', run_key, state, attempts, term, substring(progress FROM '\\w+ \\w+ \\w+'))"
				+ " FROM leader_run ORDER BY run_key");
	}

	/**
	 * Assert that the record and the tables agree, and that everything was done once.
	 * @param settled how many payments have to be settled
	 * @return what the record says of the runs, all of which are finished
	 */
	RunChecker assertConsistent(long settled) {
		List<AcceptedWrite> history = new ArrayList<>();
		new WriteHistory(this.jdbc).forEach(history::add);
		HistoryChecker checker = new HistoryChecker(true);
		RunChecker runs = new RunChecker();
		history.forEach(checker.andThen(runs));
		assertThat(checker.violations()).isEmpty();
		assertThat(checker.settledPayments()).isEqualTo(settled);
		assertThat(runs.violations()).isEmpty();
		assertThat(new LedgerChecker(this.jdbc).check()).isEmpty();
		assertThat(new LedgerChecker(this.jdbc).checkRuns()).isEmpty();
		return runs;
	}

}
