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

import java.util.List;

import io.leaderelection.coordinator.UnreadableRecordException;
import org.jspecify.annotations.Nullable;

/**
 * What came of a script that was committed.
 *
 * @param results the results in the order of the statements: rows of a query, number of
 * rows changed by any other
 */
record ScriptAnswer(List<Object> results) {

	/**
	 * Return the rows that a query of the script found.
	 * @param <T> the type of the rows
	 * @param query the key
	 * @return the rows
	 * @throws UnreadableRecordException if one of them is unreadable
	 */
	@SuppressWarnings("unchecked")
	<T> List<T> rows(Script.Query<T> query) {
		if (this.results.get(query.index()) instanceof UnreadableRecordException unreadable) {
			throw unreadable;
		}
		return (List<T>) this.results.get(query.index());
	}

	/**
	 * Return the first row that a query of the script found.
	 * @param <T> the type of the rows
	 * @param query the key
	 * @return the row, or {@code null} if there is none
	 */
	<T> @Nullable T first(Script.Query<T> query) {
		List<T> rows = rows(query);
		return rows.isEmpty() ? null : rows.get(0);
	}

	/**
	 * Return the row that a query of the script must have found.
	 * @param <T> the type of the rows
	 * @param query the key
	 * @return the row
	 * @throws UnreadableRecordException if there is none
	 */
	<T> T only(Script.Query<T> query) {
		T row = first(query);
		if (row == null) {
			throw new UnreadableRecordException("A row is missing that was written just before");
		}
		return row;
	}

	/**
	 * Return how many rows a statement of the script changed.
	 * @param update the key
	 * @return the number
	 */
	int count(Script.Update update) {
		return (Integer) this.results.get(update.index());
	}

}
