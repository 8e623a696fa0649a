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

import java.sql.PreparedStatement;

import io.leaderelection.sample.settlement.LedgerEntry.Side;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Store of payouts with their bookings, payments and progress. Handed a fenced template,
 * which adds the fence to each of these statements.
 * <p>
 * The statements rely on there being one writer: none asks whether another one settled
 * the payments meanwhile. It is the fence that makes that true, and the control run of
 * the demo shows what becomes of it without.
 */
public class PayoutStore {

	private final JdbcTemplate jdbc;

	public PayoutStore(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Store a payout, book it, mark its payments and note the progress.
	 * @param payout the payout
	 * @param batch the payments that it settles
	 */
	public void save(Payout payout, Batch batch) {
		insert(payout);
		book(payout);
		markSettled(payout, batch);
		noteProgress(payout);
	}

	private void insert(Payout payout) {
		this.jdbc.update(
				"INSERT INTO payout (id, merchant, currency, payments, gross, fee, net) VALUES (?, ?, ?, ?, ?, ?, ?)",
				payout.id(), payout.group().merchant(), payout.group().currency(), payout.payments(), payout.gross(),
				payout.fee(), payout.net());
	}

	private void book(Payout payout) {
		this.jdbc.batchUpdate(
				"INSERT INTO ledger_entry (payout_id, account, side, amount, currency) VALUES (?, ?, ?, ?, ?)",
				payout.entries()
					.stream()
					.map((entry) -> new Object[] { entry.payoutId(), entry.account(), name(entry.side()),
							entry.amount(), entry.currency() })
					.toList());
	}

	private void markSettled(Payout payout, Batch batch) {
		int settled = this.jdbc.update((connection) -> {
			PreparedStatement statement = connection
				.prepareStatement("UPDATE payment SET status = 'SETTLED', payout_id = ? WHERE id = ANY (?)");
			statement.setObject(1, payout.id());
			statement.setArray(2, connection.createArrayOf("uuid", batch.payments().toArray()));
			return statement;
		});
		if (settled != payout.payments()) {
			throw new IllegalStateException("Payout " + payout.id() + " settles " + payout.payments()
					+ " payments, but " + settled + " were marked");
		}
	}

	private void noteProgress(Payout payout) {
		Object[] progress = { payout.payments(), payout.gross(), payout.id(), payout.group().merchant(),
				payout.group().currency() };
		int noted = this.jdbc.update("UPDATE settlement_progress SET batches = batches + 1, payments = payments + ?,"
				+ " gross = gross + ?, last_payout = ? WHERE merchant = ? AND currency = ?", progress);
		if (noted == 0) {
			this.jdbc
				.update("INSERT INTO settlement_progress (batches, payments, gross, last_payout, merchant, currency)"
						+ " VALUES (1, ?, ?, ?, ?, ?)", progress);
		}
	}

	private static String name(Side side) {
		return side.name();
	}

}
