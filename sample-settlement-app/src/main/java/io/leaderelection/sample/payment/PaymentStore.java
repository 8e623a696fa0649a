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

package io.leaderelection.sample.payment;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCreator;
import org.springframework.stereotype.Repository;

/**
 * Store of captured payments. Every worker captures, so nothing here is fenced: a
 * captured payment is new and nobody's to lose.
 */
@Repository
public class PaymentStore {

	private static final String ROWS = "unnest(CAST(? AS UUID ARRAY), CAST(? AS VARCHAR ARRAY), CAST(? AS BIGINT ARRAY),"
			+ " CAST(? AS VARCHAR ARRAY), CAST(CAST(? AS VARCHAR ARRAY) AS TIMESTAMP WITH TIME ZONE ARRAY))"
			+ " WITH ORDINALITY AS given (id, merchant, amount, currency, captured_at, number)";

	private static final String INSERT = "INSERT INTO payment (id, merchant, amount, currency, captured_at)"
			+ " SELECT id, merchant, amount, currency, captured_at FROM " + ROWS
			+ " ORDER BY number ON CONFLICT DO NOTHING";

	private static final String CONFLICTS = "SELECT given.number FROM payment stored JOIN " + ROWS
			+ " USING (id) WHERE (stored.merchant, stored.amount, stored.currency)"
			+ " IS DISTINCT FROM (given.merchant, given.amount, given.currency)";

	private final JdbcTemplate jdbc;

	public PaymentStore(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Store payments that are not there yet. Idempotent by the payments' identifiers.
	 * @param payments the payments
	 * @return what became of them
	 */
	public Capture capture(List<Payment> payments) {
		if (payments.isEmpty()) {
			return new Capture(0, 0, Set.of());
		}
		// Two statements that insert the same payments must not wait for each other in a
		// circle.
		List<Payment> ordered = payments.stream().sorted(Comparator.comparing(Payment::id)).toList();
		int stored = this.jdbc.update(statement(INSERT, ordered));
		if (stored == ordered.size()) {
			return new Capture(stored, 0, Set.of());
		}
		List<Payment> conflicting = this.jdbc.query(statement(CONFLICTS, ordered),
				(row, number) -> ordered.get(row.getInt(1) - 1));
		return new Capture(stored, ordered.size() - stored - conflicting.size(), Set.copyOf(conflicting));
	}

	/**
	 * Find a payment.
	 * @param id the identifier
	 * @return the payment, or empty
	 */
	public Optional<StoredPayment> find(UUID id) {
		return this.jdbc
			.query("SELECT id, merchant, amount, currency, captured_at, status, payout_id"
					+ " FROM payment WHERE id = ?", (row, number) -> map(row), id)
			.stream()
			.findFirst();
	}

	private static StoredPayment map(ResultSet row) throws SQLException {
		Payment payment = new Payment(row.getObject("id", UUID.class), row.getString("merchant"), row.getLong("amount"),
				row.getString("currency"), row.getTimestamp("captured_at").toInstant());
		return new StoredPayment(payment, row.getString("status"), row.getObject("payout_id", UUID.class));
	}

	private static PreparedStatementCreator statement(String sql, List<Payment> payments) {
		return (connection) -> {
			PreparedStatement statement = connection.prepareStatement(sql);
			statement.setArray(1, column(connection, "uuid", payments, Payment::id));
			statement.setArray(2, column(connection, "varchar", payments, Payment::merchant));
			statement.setArray(3, column(connection, "bigint", payments, Payment::amount));
			statement.setArray(4, column(connection, "varchar", payments, Payment::currency));
			statement.setArray(5,
					column(connection, "varchar", payments, (payment) -> payment.capturedAt().toString()));
			return statement;
		};
	}

	private static Array column(Connection connection, String type, List<Payment> payments,
			Function<Payment, Object> value) throws SQLException {
		return connection.createArrayOf(type, payments.stream().map(value).toArray());
	}

}
