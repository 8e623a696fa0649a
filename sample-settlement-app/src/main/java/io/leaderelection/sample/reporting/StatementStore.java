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

package io.leaderelection.sample.reporting;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Store of statements. Handed a fenced template.
 */
public class StatementStore {

	private final JdbcTemplate jdbc;

	public StatementStore(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Sum up the payouts of a day.
	 * @param day the day in UTC
	 * @return the statements
	 */
	public List<Statement> sumUp(LocalDate day) {
		return this.jdbc.query(
				"SELECT merchant, currency, count(*), sum(payments), sum(gross), sum(fee), sum(net) FROM payout"
						+ " WHERE created_at >= ? AND created_at < ? GROUP BY merchant, currency"
						+ " ORDER BY merchant, currency",
				(row, number) -> new Statement(day, row.getString(1), row.getString(2), row.getLong(3), row.getLong(4),
						row.getLong(5), row.getLong(6), row.getLong(7)),
				day.atStartOfDay().atOffset(ZoneOffset.UTC), day.plusDays(1).atStartOfDay().atOffset(ZoneOffset.UTC));
	}

	/**
	 * Store statements in place of the ones that are there.
	 * @param statements the statements
	 */
	public void save(List<Statement> statements) {
		int[] replaced = this.jdbc.batchUpdate(
				"UPDATE merchant_statement SET payouts = ?, payments = ?, gross = ?,"
						+ " fee = ?, net = ? WHERE paid_on = ? AND merchant = ? AND currency = ?",
				arguments(statements));
		List<Statement> missing = IntStream.range(0, replaced.length)
			.filter((index) -> replaced[index] == 0)
			.mapToObj(statements::get)
			.toList();
		this.jdbc.batchUpdate(
				"INSERT INTO merchant_statement (payouts, payments, gross, fee, net, paid_on, merchant, currency)"
						+ " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
				arguments(missing));
	}

	private static List<Object[]> arguments(List<Statement> statements) {
		return statements.stream()
			.map((statement) -> new Object[] { statement.payouts(), statement.payments(), statement.gross(),
					statement.fee(), statement.net(), statement.day(), statement.merchant(), statement.currency() })
			.toList();
	}

}
