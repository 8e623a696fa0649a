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

package io.leaderelection.coordinator.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import io.leaderelection.coordinator.UnreadableRecordException;
import org.jspecify.annotations.Nullable;

/**
 * Statements that the database executes in order and atomically, without a round trip in
 * between. Each statement sees what the ones before it did, and what others committed
 * until it began. Parameters are texts and numbers, or {@code null} for a text.
 */
final class Script {

	private final List<Step> steps = new ArrayList<>();

	/**
	 * Append a statement that changes rows.
	 * @param sql the statement
	 * @param parameters its parameters
	 * @return the key to the number of rows changed
	 */
	Update update(String sql, @Nullable Object... parameters) {
		Update update = new Update(this.steps.size());
		this.steps.add(new Step(sql, parameters(parameters), null));
		return update;
	}

	/**
	 * Append a query.
	 * @param <T> the type of the rows
	 * @param reader the reader of a row
	 * @param sql the query
	 * @param parameters its parameters
	 * @return the key to the rows
	 */
	<T> Query<T> query(RowReader<T> reader, String sql, @Nullable Object... parameters) {
		Query<T> query = new Query<>(this.steps.size(), reader);
		this.steps.add(new Step(sql, parameters(parameters), query));
		return query;
	}

	List<Step> steps() {
		return Collections.unmodifiableList(this.steps);
	}

	private static List<@Nullable Object> parameters(@Nullable Object[] parameters) {
		return Collections.unmodifiableList(Arrays.asList(parameters));
	}

	/**
	 * Reader of the row that a result set stands at.
	 *
	 * @param <T> the type of what is read
	 */
	@FunctionalInterface
	interface RowReader<T> {

		T read(ResultSet row) throws SQLException;

	}

	/**
	 * Statement of a script.
	 *
	 * @param sql the text
	 * @param parameters the parameters
	 * @param query the key to the rows, or {@code null} if it changes rows
	 */
	record Step(String sql, List<@Nullable Object> parameters, @Nullable Query<?> query) {

	}

	/**
	 * Key to the number of rows that a statement changed.
	 *
	 * @param index the position of the statement
	 */
	record Update(int index) {

	}

	/**
	 * Key to the rows that a query found.
	 *
	 * @param <T> the type of the rows
	 * @param index the position of the query
	 * @param reader the reader of a row
	 */
	record Query<T>(int index, RowReader<T> reader) {

		/**
		 * Read all rows.
		 * @param result the rows
		 * @return a list of them or, as others are to have the answers that concern them
		 * nevertheless, the exception for one that is unreadable
		 * @throws SQLException if the database fails
		 */
		Object readAll(ResultSet result) throws SQLException {
			List<T> rows = new ArrayList<>();
			try {
				while (result.next()) {
					rows.add(this.reader.read(result));
				}
			}
			catch (UnreadableRecordException ex) {
				return ex;
			}
			return rows;
		}

	}

}
