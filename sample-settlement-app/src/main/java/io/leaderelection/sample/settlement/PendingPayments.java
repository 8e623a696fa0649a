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

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/**
 * Captured payments that no payout has settled.
 */
@Repository
public class PendingPayments {

	private final JdbcTemplate jdbc;

	public PendingPayments(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Return the groups that have pending payments.
	 * @return the groups
	 */
	public List<Group> groups() {
		return this.jdbc.query(
				"SELECT DISTINCT merchant, currency FROM payment WHERE status = 'CAPTURED' ORDER BY merchant, currency",
				(row, number) -> new Group(row.getString(1), row.getString(2)));
	}

	/**
	 * Return the oldest pending payments of a group.
	 * @param group the group
	 * @param limit how many at most
	 * @return the batch, or empty if nothing is pending
	 */
	public Optional<Batch> oldest(Group group, int limit) {
		List<UUID> payments = new ArrayList<>();
		long[] gross = new long[1];
		this.jdbc.query("SELECT id, amount FROM payment WHERE status = 'CAPTURED' AND merchant = ? AND currency = ?"
				+ " ORDER BY captured_at, id LIMIT ?", (row) -> {
					payments.add(row.getObject(1, UUID.class));
					gross[0] = Math.addExact(gross[0], row.getLong(2));
				}, group.merchant(), group.currency(), limit);
		return payments.isEmpty() ? Optional.empty() : Optional.of(new Batch(group, payments, gross[0]));
	}

}
