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

package io.leaderelection.fencing.jdbc.sql;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.jdbc.FenceColumn;
import org.jspecify.annotations.Nullable;

/**
 * INSERT of values that updates the row which it conflicts with.
 *
 * @param text the text
 * @param start the token of the keyword INSERT
 * @param target the table
 * @param columns the bracket that opens the list of columns
 * @param tuples the brackets that open the tuples of values
 */
record Upsert(SqlText text, int start, Target target, int columns, List<Integer> tuples) {

	/**
	 * Return the query for the row that the statement conflicts with, if it bears a newer
	 * term.
	 * @param conflict the bracket that opens the columns of the conflict
	 * @return the query, or {@code null} if values and columns are not plain
	 */
	@Nullable NewerRowQuery newerRows(int conflict) {
		if (this.tuples.size() != 1 || !this.text.isSymbol(conflict, '(')) {
			return null;
		}
		List<Range> names = list(this.columns);
		List<Range> values = list(this.tuples.get(0));
		StringBuilder condition = new StringBuilder();
		List<Integer> parameters = new ArrayList<>();
		addParameters(0, this.start, parameters);
		for (Range column : list(conflict)) {
			int index = indexOf(column, names);
			if (column.to - column.from != 1 || index == -1 || index >= values.size()) {
				return null;
			}
			Range value = values.get(index);
			if (this.text.isWord(value.from, "DEFAULT")) {
				return null;
			}
			condition.append(" AND ")
				.append(this.target.qualifier())
				.append('.')
				.append(text(column))
				.append(" = (")
				.append(text(value))
				.append(')');
			addParameters(value.from, value.to, parameters);
		}
		String alias = this.text.text(this.target.start(), this.target.next());
		String stamp = this.target.qualifier() + "." + FenceColumn.NAME;
		return new NewerRowQuery(this.text.sql().substring(0, this.text.start(this.start)) + "SELECT " + stamp
				+ " FROM " + alias + " WHERE " + stamp + " > ", condition.toString(), parameters);
	}

	private int indexOf(Range column, List<Range> names) {
		for (int i = 0; i < names.size(); i++) {
			if (text(names.get(i)).equalsIgnoreCase(text(column))) {
				return i;
			}
		}
		return -1;
	}

	private void addParameters(int from, int to, List<Integer> parameters) {
		for (int i = this.text.parametersBefore(from) + 1; i <= this.text.parametersBefore(to); i++) {
			parameters.add(i);
		}
	}

	/**
	 * Return what the commas in a pair of brackets separate.
	 */
	private List<Range> list(int open) {
		List<Range> items = new ArrayList<>();
		int close = this.text.afterGroup(open) - 1;
		int from = open + 1;
		for (int i = from; i <= close; i++) {
			if (this.text.isSymbol(i, '(') || this.text.isSymbol(i, '[')) {
				i = this.text.afterGroup(i) - 1;
			}
			else if (i == close || this.text.isSymbol(i, ',')) {
				items.add(new Range(from, i));
				from = i + 1;
			}
		}
		return items;
	}

	private String text(Range range) {
		return this.text.text(range.from, range.to);
	}

	private record Range(int from, int to) {

	}

}
