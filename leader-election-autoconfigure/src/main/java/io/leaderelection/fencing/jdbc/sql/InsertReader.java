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

import io.leaderelection.fencing.jdbc.sql.Splice.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Reader of INSERT statements that have a list of columns.
 */
final class InsertReader {

	private static final SqlStatement CHECKED = new SqlStatement.Checked();

	private final SqlText text;

	private final int start;

	private final List<Splice> splices = new ArrayList<>();

	InsertReader(SqlText text, int start) {
		this.text = text;
		this.start = start;
	}

	SqlStatement read() {
		Target target = this.text.isWord(this.start + 1, "INTO")
				? Target.read(this.text, this.start + 2, List.of("VALUES", "SELECT", "DEFAULT", "OVERRIDING", "WITH"))
				: null;
		if (target == null || !this.text.isSymbol(target.next(), '(') || !this.text.isName(target.next() + 1)
				|| this.text.isWord(target.next() + 1, List.of("SELECT", "WITH", "VALUES", "TABLE"))) {
			return CHECKED;
		}
		int columns = target.next();
		int source = this.text.afterGroup(columns);
		if (Assignments.listsFenceColumn(this.text, columns + 1, source - 1)) {
			return new SqlStatement.Refused(UpdateReader.NAMES_FENCE_COLUMN);
		}
		this.splices.add(Splice.of(this.text.end(source - 2), Kind.COLUMN));
		if (this.text.isWord(source, "OVERRIDING")) {
			source += 3;
		}
		if (this.text.isWord(source, "VALUES")) {
			return readValues(target, columns, source);
		}
		return this.text.isWord(source, "SELECT") ? readSelect(target, source) : CHECKED;
	}

	private SqlStatement readValues(Target target, int columns, int values) {
		List<Integer> tuples = new ArrayList<>();
		int token = values;
		do {
			int tuple = token + 1;
			if (!this.text.isSymbol(tuple, '(') || this.text.isSymbol(tuple + 1, ')')) {
				return CHECKED;
			}
			tuples.add(tuple);
			token = this.text.afterGroup(tuple);
			this.splices.add(Splice.of(this.text.end(token - 2), Kind.VALUE));
		}
		while (this.text.isSymbol(token, ','));
		return finish(target, token, false, new Upsert(this.text, this.start, target, columns, tuples));
	}

	private SqlStatement readSelect(Target target, int select) {
		FeedingSelect source = FeedingSelect.read(this.text, select);
		if (source == null) {
			return CHECKED;
		}
		this.splices.addAll(source.splices());
		return finish(target, source.end(), source.embedding(), null);
	}

	private SqlStatement finish(Target target, int token, boolean embedding, @Nullable Upsert upsert) {
		NewerRowQuery newerRows = null;
		if (this.text.isWord(token, "ON") && this.text.isWord(token + 1, "CONFLICT")) {
			int action = this.text.find(token, List.of("DO"));
			int set = action + 2;
			if (this.text.isWord(action + 1, "UPDATE") && this.text.isWord(set, "SET")) {
				int where = this.text.find(set, List.of("WHERE", "RETURNING"));
				if (Assignments.assignFenceColumn(this.text, set + 1, where)) {
					return new SqlStatement.Refused(UpdateReader.NAMES_FENCE_COLUMN);
				}
				int end = this.text.find(where, List.of("RETURNING"));
				this.splices.add(Splice.of(this.text.end(set), Kind.ASSIGNMENT));
				this.splices.addAll(Conditions.guard(this.text, where, end, target.qualifier(), false));
				newerRows = (upsert != null) ? upsert.newerRows(token + 2) : null;
			}
			else if (!this.text.isWord(action + 1, "NOTHING")) {
				return CHECKED;
			}
		}
		else if (token < this.text.size() && !this.text.isWord(token, "RETURNING")) {
			return CHECKED;
		}
		return new GuardedStatement(this.text.sql(), target.table(), embedding, this.splices, newerRows);
	}

}
