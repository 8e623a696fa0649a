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

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
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
	 * Return whether anything is pending.
	 * @param window the window that the payments have to belong to
	 * @return whether a run has something to settle
	 */
	boolean isAny(Window window) {
		return Boolean.TRUE.equals(this.jdbc.queryForObject(
				"SELECT EXISTS (SELECT 1 FROM payment WHERE status = 'CAPTURED' AND captured_at < ?)", Boolean.class,
				cutOff(window)));
	}

	/**
	 * Return the groups that have pending payments.
	 * @param window the window that the payments have to belong to
	 * @param first the group to begin with, in the order of merchants and currencies
	 * @return the groups, in that order
	 */
	List<Group> groups(Window window, Group first) {
		return this.jdbc.query(
				"SELECT DISTINCT merchant, currency FROM payment WHERE status = 'CAPTURED' AND captured_at < ?"
						+ " AND (merchant, currency) >= (?, ?) ORDER BY merchant, currency",
				(row, number) -> new Group(row.getString(1), row.getString(2)), cutOff(window), first.merchant(),
				first.currency());
	}

	/**
	 * Return the oldest pending payments of a group.
	 * @param window the window that the payments have to belong to
	 * @param group the group
	 * @param limit how many at most
	 * @return the batch, or empty if nothing is pending
	 */
	Optional<Batch> oldest(Window window, Group group, int limit) {
		List<UUID> payments = new ArrayList<>();
		long[] gross = new long[1];
		this.jdbc.query("SELECT id, amount FROM payment WHERE status = 'CAPTURED' AND merchant = ? AND currency = ?"
				+ " AND captured_at < ? ORDER BY captured_at, id LIMIT ?", (row) -> {
					payments.add(row.getObject(1, UUID.class));
					gross[0] = Math.addExact(gross[0], row.getLong(2));
				}, group.merchant(), group.currency(), cutOff(window), limit);
		return payments.isEmpty() ? Optional.empty() : Optional.of(new Batch(group, payments, gross[0]));
	}

	private static OffsetDateTime cutOff(Window window) {
		return window.cutOff().atOffset(ZoneOffset.UTC);
	}

}
