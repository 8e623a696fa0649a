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

package io.leaderelection.sample.audit;

import java.util.UUID;
import java.util.stream.Stream;

import io.leaderelection.sample.TestDatabase;
import io.leaderelection.sample.audit.Violation.Kind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LedgerChecker} with forged ledgers.
 */
class LedgerCheckerTests {

	private static final UUID PAYOUT = new UUID(0, 1);

	private static final String RUN = "INSERT INTO leader_run VALUES ('test', 'settlement', 'key', 1, 'g1', 'FINISHED',"
			+ " '%s', 1, 1, NULL, now(), now(), now())";

	private final JdbcTemplate jdbc = TestDatabase.migrated().jdbc();

	@BeforeEach
	void settleOnePayment() {
		execute("""
				INSERT INTO payment (id, merchant, amount, currency, captured_at)
					VALUES ('%1$s', 'baker', 1000, 'EUR', now()), ('%2$s', 'baker', 5, 'EUR', now())
				""".formatted(new UUID(0, 10), new UUID(0, 11)));
		execute("""
				INSERT INTO payout (id, merchant, currency, payments, gross, fee, net)
					VALUES ('%1$s', 'baker', 'EUR', 1, 1000, 14, 986);
				INSERT INTO ledger_entry (payout_id, account, side, amount, currency)
					VALUES ('%1$s', 'clearing', 'DEBIT', 1000, 'EUR'), ('%1$s', 'merchant:baker', 'CREDIT', 986, 'EUR'),
						('%1$s', 'fees', 'CREDIT', 14, 'EUR');
				UPDATE payment SET status = 'SETTLED', payout_id = '%1$s' WHERE amount = 1000;
				INSERT INTO settlement_progress (merchant, currency, batches, payments, gross, last_payout)
					VALUES ('baker', 'EUR', 1, 1, 1000, '%1$s')
				""".formatted(PAYOUT));
	}

	@Test
	void acceptsAnHonestLedger() {
		assertThat(new LedgerChecker(this.jdbc).check()).isEmpty();
	}

	@Test
	void acceptsRunsWhoseProgressIsThatOfThePayouts() {
		execute(RUN.formatted("1 1 1000 x EUR baker"));
		assertThat(new LedgerChecker(this.jdbc).checkRuns()).isEmpty();
	}

	@Test
	void catchesRunsWhoseProgressIsNotThatOfThePayouts() {
		execute(RUN.formatted("1 2 1000 x EUR baker"));
		assertThat(new LedgerChecker(this.jdbc).checkRuns()).containsExactly(new Violation(Kind.UNBALANCED,
				"the runs and the payouts differ: (1,2,1000) batches, payments and gross of runs, (1,1,1000) of payouts"));
	}

	@ParameterizedTest
	@MethodSource
	void catches(Kind kind, String message, String forgery) {
		execute(forgery);
		assertThat(new LedgerChecker(this.jdbc).check()).contains(new Violation(kind, message));
	}

	static Stream<Arguments> catches() {
		return Stream.of(
				Arguments.of(Kind.UNBALANCED, "the debits of payout " + PAYOUT + " do not equal its credits",
						"UPDATE ledger_entry SET amount = 15 WHERE account = 'fees'"),
				Arguments.of(Kind.UNBALANCED, "the debits of payout " + PAYOUT + " do not equal its credits",
						"UPDATE ledger_entry SET currency = 'USD' WHERE account = 'fees'"),
				Arguments.of(Kind.UNBALANCED, "payout " + PAYOUT + " is not booked with its gross amount",
						"DELETE FROM ledger_entry"),
				Arguments.of(Kind.UNBALANCED, "payout " + PAYOUT + " does not equal the payments that name it",
						"UPDATE payment SET status = 'SETTLED', payout_id = '" + PAYOUT + "' WHERE amount = 5"),
				Arguments.of(Kind.UNBALANCED, "the progress of baker/EUR does not equal its payouts",
						"UPDATE settlement_progress SET batches = 2"),
				Arguments.of(Kind.RECORD_INCOMPLETE,
						"payment " + new UUID(0, 11) + " is settled, but no accepted write says so",
						"ALTER TABLE payment DISABLE TRIGGER USER; UPDATE payment SET status = 'SETTLED', payout_id = '"
								+ PAYOUT + "' WHERE amount = 5"),
				Arguments.of(Kind.RECORD_INCOMPLETE,
						"payment " + new UUID(0, 10) + " is not settled, but an accepted write says so",
						"ALTER TABLE payment DISABLE TRIGGER USER;"
								+ " UPDATE payment SET status = 'CAPTURED', payout_id = NULL"));
	}

	private void execute(String sql) {
		this.jdbc.execute("BEGIN; SET LOCAL audit.election = 'settlement'; SET LOCAL audit.term = '1';"
				+ " SET LOCAL audit.\"grant\" = 'g1'; " + sql + "; COMMIT");
	}

}
