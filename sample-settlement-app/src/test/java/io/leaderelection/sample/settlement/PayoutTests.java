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

import io.leaderelection.sample.settlement.LedgerEntry.Side;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Payout} and {@link Batch}.
 */
class PayoutTests {

	private static final Group GROUP = new Group("baker", "EUR");

	@ParameterizedTest
	@CsvSource({ "1000, 140, 14", "1, 140, 0", "35, 140, 0", "36, 140, 1", "1000, 0, 0",
			"500000000000000, 140, 7000000000000", "1, 9999, 1" })
	void roundsTheFeeHalfUpToAMinorUnit(long gross, int basisPoints, long fee) {
		assertThat(Payout.of(batch(gross), basisPoints).fee()).isEqualTo(fee);
	}

	@ParameterizedTest
	@CsvSource({ "1000, 140", "1, 140", "1, 9999", "123456789, 137" })
	void booksBalancedEntriesWithoutZeroAmounts(long gross, int basisPoints) {
		List<LedgerEntry> entries = Payout.of(batch(gross), basisPoints).entries();
		assertThat(sum(entries, Side.DEBIT)).isEqualTo(sum(entries, Side.CREDIT)).isEqualTo(gross);
		assertThat(entries).allSatisfy((entry) -> assertThat(entry.amount()).isPositive());
	}

	@Test
	void namesTheAccountsOfAPayout() {
		Payout payout = Payout.of(batch(1000), 140);
		assertThat(payout.entries()).containsExactly(new LedgerEntry(payout.id(), "clearing", Side.DEBIT, 1000, "EUR"),
				new LedgerEntry(payout.id(), "merchant:baker", Side.CREDIT, 986, "EUR"),
				new LedgerEntry(payout.id(), "fees", Side.CREDIT, 14, "EUR"));
	}

	@Test
	void derivesTheKeyOfABatchFromItsPayments() {
		Batch batch = new Batch(GROUP, List.of(new UUID(1, 2), new UUID(3, 4)), 10);
		assertThat(batch.key()).isEqualTo(new Batch(GROUP, List.of(new UUID(1, 2), new UUID(3, 4)), 10).key());
		assertThat(batch.key()).isNotEqualTo(new Batch(GROUP, List.of(new UUID(1, 2)), 10).key());
	}

	@Test
	void refusesAnEmptyBatch() {
		assertThatIllegalArgumentException().isThrownBy(() -> new Batch(GROUP, List.of(), 0))
			.withMessage("'payments' must not be empty");
	}

	private static Batch batch(long gross) {
		return new Batch(GROUP, List.of(new UUID(0, 1)), gross);
	}

	private static long sum(List<LedgerEntry> entries, Side side) {
		return entries.stream().filter((entry) -> entry.side() == side).mapToLong(LedgerEntry::amount).sum();
	}

}
