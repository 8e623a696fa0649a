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
import io.leaderelection.jdbc.FenceColumn;
import io.leaderelection.jdbc.LexicalFeature;

/**
 * Reader of UPDATE and DELETE statements.
 */
final class UpdateReader {

	static final String NAMES_FENCE_COLUMN = "the column fence_token is set by the fence alone";

	// They could be taken for the name of the table, which would then be its alias.
	private static final List<String> MODIFIERS = List.of("LOW_PRIORITY", "IGNORE");

	private static final List<String> AFTER_CONDITION = List.of("ORDER", "LIMIT", "FETCH", "RETURNING");

	private static final List<String> CLAUSES = List.of("FROM", "WHERE", "ORDER", "LIMIT", "FETCH", "RETURNING");

	private static final List<String> AFTER_TARGET = List.of("USING", "WHERE", "ORDER", "LIMIT", "FETCH", "RETURNING");

	private final SqlText text;

	private final int start;

	UpdateReader(SqlText text, int start) {
		this.text = text;
		this.start = start;
	}

	SqlStatement readUpdate() {
		if (this.text.has(LexicalFeature.IMPLICIT_COMMITS) && this.text.isWord(this.start + 1, MODIFIERS)) {
			return new SqlStatement.Checked();
		}
		Target target = Target.read(this.text, this.start + 1, List.of("SET"));
		if (target == null || !this.text.isWord(target.next(), "SET")) {
			return new SqlStatement.Checked();
		}
		int set = target.next();
		int from = nextClause(set + 1);
		if (Assignments.assignFenceColumn(this.text, set + 1, from)) {
			return new SqlStatement.Refused(NAMES_FENCE_COLUMN);
		}
		List<Splice> splices = new ArrayList<>();
		splices.add(Splice.of(this.text.end(set), Kind.ASSIGNMENT));
		return read(target, set, from, "FROM", splices);
	}

	SqlStatement readDelete() {
		Target target = this.text.isWord(this.start + 1, "FROM") ? Target.read(this.text, this.start + 2, AFTER_TARGET)
				: null;
		if (target == null || this.text.isSymbol(target.next(), '(')) {
			return new SqlStatement.Checked();
		}
		return read(target, target.next(), target.next(), "USING", new ArrayList<>());
	}

	// Read from the clause after the target, or after what is set.
	private SqlStatement read(Target target, int targetEnd, int clause, String joins, List<Splice> splices) {
		int after = this.text.find(clause, AFTER_CONDITION);
		int where = Math.min(this.text.find(clause, List.of("WHERE")), after);
		int end = after;
		if (this.text.isWord(where + 1, "CURRENT") && this.text.isWord(where + 2, "OF")) {
			return new SqlStatement.Refused("WHERE CURRENT OF is not supported");
		}
		splices.addAll(Conditions.guard(this.text, where, end, target.qualifier(), true));
		if (this.text.isWord(clause, joins) && this.text.has(LexicalFeature.IMPLICIT_COMMITS)) {
			// These databases mean something else by the keyword.
			return new SqlStatement.Checked();
		}
		String joined = this.text.isWord(clause, joins) ? this.text.text(clause + 1, where) : "";
		NewerRowQuery newerRows = newerRows(target, targetEnd, clause, joined, where, end);
		return new GuardedStatement(this.text.sql(), target.table(), true, splices, newerRows);
	}

	private NewerRowQuery newerRows(Target target, int targetEnd, int clause, String joined, int where, int end) {
		String before = this.text.sql().substring(0, this.text.start(this.start)) + "SELECT " + target.qualifier() + "."
				+ FenceColumn.NAME + " FROM " + this.text.text(target.start(), targetEnd)
				+ (joined.isEmpty() ? "" : ", " + joined) + " WHERE " + target.qualifier() + "." + FenceColumn.NAME
				+ " > ";
		String after = (where < end) ? " AND (" + this.text.text(where + 1, end) + ")" : "";
		List<Integer> parameters = new ArrayList<>();
		for (int i = 1; i <= this.text.parametersBefore(end); i++) {
			if (i <= this.text.parametersBefore(targetEnd) || i > this.text.parametersBefore(clause)) {
				parameters.add(i);
			}
		}
		return new NewerRowQuery(before, after, parameters);
	}

	private int nextClause(int from) {
		int clause = this.text.find(from, CLAUSES);
		while (this.text.isWord(clause, "FROM") && this.text.isWord(clause - 1, "DISTINCT")) {
			clause = this.text.find(clause + 1, CLAUSES);
		}
		return clause;
	}

}
