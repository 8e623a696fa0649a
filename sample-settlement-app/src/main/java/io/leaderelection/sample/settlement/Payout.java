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

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import io.leaderelection.sample.settlement.LedgerEntry.Side;

/**
 * Money that a merchant is paid for a batch.
 *
 * @param id the identifier, which is the key of the batch
 * @param group the merchant and the currency
 * @param payments how many payments it settles
 * @param gross the sum of the payments in minor units
 * @param fee the fee in minor units
 */
public record Payout(UUID id, Group group, int payments, long gross, long fee) {

	/**
	 * Return the payout of a batch.
	 * @param batch the batch
	 * @param feeBasisPoints the fee in hundredths of a percent, rounded half up to a
	 * minor unit
	 * @return the payout
	 */
	public static Payout of(Batch batch, int feeBasisPoints) {
		long fee = BigDecimal.valueOf(batch.gross())
			.multiply(BigDecimal.valueOf(feeBasisPoints, 4))
			.setScale(0, RoundingMode.HALF_UP)
			.longValueExact();
		return new Payout(batch.key(), batch.group(), batch.payments().size(), batch.gross(), fee);
	}

	/**
	 * Return what the merchant receives.
	 * @return the net amount in minor units
	 */
	public long net() {
		return this.gross - this.fee;
	}

	/**
	 * Return the entries that book the payout: what was owed from the clearing account,
	 * to the merchant and to the fees.
	 * @return the entries, whose debits equal their credits; amounts of zero are left out
	 */
	public List<LedgerEntry> entries() {
		List<LedgerEntry> entries = new ArrayList<>(3);
		book(entries, "clearing", Side.DEBIT, this.gross);
		book(entries, "merchant:" + this.group.merchant(), Side.CREDIT, net());
		book(entries, "fees", Side.CREDIT, this.fee);
		return entries;
	}

	private void book(List<LedgerEntry> entries, String account, Side side, long amount) {
		if (amount != 0) {
			entries.add(new LedgerEntry(this.id, account, side, amount, this.group.currency()));
		}
	}

}
