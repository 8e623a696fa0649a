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

import java.util.List;
import java.util.UUID;

import io.leaderelection.NotLeaderException;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.sample.GuardedTask;
import io.leaderelection.sample.TestDatabase;
import io.leaderelection.sample.demo.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the settlement, on a real database with the record of all writes.
 */
@ExtendWith(OutputCaptureExtension.class)
class SettlementTests {

	private static final Group BAKER = new Group("baker", "EUR");

	private final Database database = TestDatabase.migrated();

	private final SettledPayments payments = new SettledPayments(this.database);

	private final SettlingWorker worker = new SettlingWorker(this.database);

	private final GuardedTask task = this.worker.lead(5);

	@AfterEach
	void stop() {
		this.task.close();
		this.worker.close();
	}

	@Test
	void settlesEachGroupWithOnePayoutAndBalancedEntries() {
		this.payments.capture("baker", "EUR", 10);
		this.payments.capture("baker", "USD", 3);
		this.payments.capture("butcher", "EUR", 4);
		this.worker.settle();
		assertThat(this.payments
			.rows("SELECT merchant || ' ' || currency || ' ' || payments || ' ' || gross || ' ' || fee FROM payout"
					+ " ORDER BY merchant, currency"))
			.containsExactly("baker EUR 10 10000 140", "baker USD 3 3000 42", "butcher EUR 4 4000 56");
		assertThat(this.payments.rows(
				"SELECT account || ' ' || side || ' ' || amount FROM ledger_entry WHERE currency = 'USD' ORDER BY id"))
			.containsExactly("clearing DEBIT 3000", "merchant:baker CREDIT 2958", "fees CREDIT 42");
		assertThat(this.payments.rows("SELECT DISTINCT status FROM payment")).containsExactly("SETTLED");
		this.payments.assertConsistent(17);
	}

	@Test
	void settlesAllOfAWindowInBatchesOfLimitedSize() {
		this.payments.capture("baker", "EUR", 1200);
		this.worker.settle();
		assertThat(this.payments.rows("SELECT payments FROM payout ORDER BY payments DESC")).containsExactly("500",
				"500", "200");
		assertThat(this.payments.rows("SELECT batches || ' ' || payments || ' ' || gross FROM settlement_progress"))
			.containsExactly("3 1200 1200000");
		this.payments.assertConsistent(1200);
	}

	@Test
	void settlesTheOldestPaymentsFirst() {
		List<UUID> captured = this.payments.capture("baker", "EUR", 3);
		assertThat(this.worker.bean(PendingPayments.class)
			.oldest(new Window(SettlingWorker.CUT_OFF), BAKER, 2)
			.orElseThrow()
			.payments()).containsExactly(captured.get(0), captured.get(1));
	}

	@Test
	void settlesNothingOfABatchWhenOneOfItsStatementsFails() {
		this.payments.capture("baker", "EUR", 10);
		forbidBatchesOf(5);
		this.worker.settle();
		assertThat(this.payments.rows("SELECT id FROM payout")).isEmpty();
		assertThat(this.payments.rows("SELECT DISTINCT status FROM payment")).containsExactly("CAPTURED");
	}

	@Test
	void settlesTheOtherGroupsWhenOneFailsWhichTheNextRunTriesAgain(CapturedOutput output) {
		this.payments.capture("baker", "EUR", 10);
		this.payments.capture("butcher", "EUR", 2);
		forbidBatchesOf(5);
		this.worker.settle();
		assertThat(this.payments.rows("SELECT merchant FROM payout")).containsExactly("butcher");
		assertThat(output.getOut().lines().filter((line) -> line.contains("ERROR"))).singleElement()
			.asString()
			.contains("Could not settle a batch of baker/EUR", "violates check constraint");
		assertThat(output).doesNotContain("\tat ");
		this.payments.jdbc.execute("ALTER TABLE settlement_progress DROP CONSTRAINT small");
		this.worker.waitForTheNextWindow();
		this.worker.settle();
		this.payments.assertConsistent(12);
	}

	@Test
	void endsTheRunWhenTheTermIsOver() {
		this.payments.capture("baker", "EUR", 1);
		this.task.endTerm();
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(this.worker::settle);
		assertThat(this.payments.rows("SELECT id FROM payout")).isEmpty();
	}

	@Test
	void endsTheRunAndSettlesNothingWhenANewerLeaderHasSealedTheFence() {
		this.payments.capture("baker", "EUR", 10);
		SettlingWorker.seal(this.database, 6);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(this.worker::settle);
		assertThat(this.payments.rows("SELECT id FROM payout")).isEmpty();
		assertThat(this.payments.rows("SELECT DISTINCT status FROM payment")).containsExactly("CAPTURED");
	}

	@Test
	void stampsWhatItWritesWithTheTerm() {
		this.payments.capture("baker", "EUR", 10);
		this.worker.settle();
		assertThat(this.payments.rows("SELECT fence_token FROM payment UNION SELECT fence_token FROM payout UNION"
				+ " SELECT fence_token FROM ledger_entry UNION SELECT fence_token FROM settlement_progress"))
			.containsExactly("5");
	}

	private void forbidBatchesOf(int payments) {
		this.payments.jdbc
			.execute("ALTER TABLE settlement_progress ADD CONSTRAINT small CHECK (payments < " + payments + ")");
	}

}
