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

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;

/**
 * Readers' side of the audit trail.
 */
public class WriteHistory {

	private final JdbcTemplate jdbc;

	public WriteHistory(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Hand every accepted write to a consumer, in the order in which they were committed.
	 * @param consumer the consumer
	 */
	public void forEach(Consumer<AcceptedWrite> consumer) {
		RowCallbackHandler handler = (row) -> consumer.accept(map(row));
		this.jdbc
			.query("SELECT position, election, term, grant_id, holder, relation, operation, row_keys, lowest_stamp,"
					+ " highest_stamp FROM audit_commit JOIN audit_write USING (transaction_id) ORDER BY position, id",
					handler);
	}

	/**
	 * Return whether a term has written.
	 * @param election the election
	 * @param term the term
	 * @return whether a write of the term was accepted
	 */
	public boolean contains(String election, long term) {
		return Boolean.TRUE.equals(
				this.jdbc.queryForObject("SELECT EXISTS (SELECT 1 FROM audit_write WHERE election = ? AND term = ?)",
						Boolean.class, election, term));
	}

	private static AcceptedWrite map(ResultSet row) throws SQLException {
		return new AcceptedWrite(row.getLong("position"), row.getString("election"), row.getLong("term"),
				row.getString("grant_id"), row.getString("holder"), row.getString("relation"),
				row.getString("operation"), List.of((String[]) row.getArray("row_keys").getArray()),
				row.getLong("lowest_stamp"), row.getLong("highest_stamp"));
	}

}
