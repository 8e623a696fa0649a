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

package io.leaderelection.sample.demo;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * How far the settlement is.
 *
 * @param captured how many payments were captured
 * @param settled how many of them are settled
 * @param payouts by how many payouts
 */
record Figures(long captured, long settled, long payouts) {

	static Figures read(JdbcTemplate jdbc) {
		Figures figures = jdbc.queryForObject(
				"SELECT (SELECT count(*) FROM payment), coalesce(sum(payments), 0), coalesce(sum(batches), 0)"
						+ " FROM settlement_progress",
				(row, number) -> new Figures(row.getLong(1), row.getLong(2), row.getLong(3)));
		return (figures != null) ? figures : new Figures(0, 0, 0);
	}

	/**
	 * Return how many payments wait.
	 * @param jdbc the database
	 * @return the number of payments
	 */
	static long pending(JdbcTemplate jdbc) {
		Long pending = jdbc.queryForObject("SELECT count(*) FROM payment WHERE status = 'CAPTURED'", Long.class);
		return (pending != null) ? pending : 0;
	}

}
