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
import io.leaderelection.jdbc.LexicalFeature;
import org.jspecify.annotations.Nullable;

/**
 * SELECT that feeds an INSERT.
 *
 * @param end the token after it
 * @param embedding whether the check of the fence can be part of its condition
 * @param splices what is put in
 */
record FeedingSelect(int end, boolean embedding, List<Splice> splices) {

	private static final List<String> AFTER_CONDITION = List.of("GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT", "OFFSET",
			"FETCH", "FOR", "RETURNING");

	private static final List<String> NOT_SIMPLE = List.of("UNION", "INTERSECT", "EXCEPT", "INTO");

	/**
	 * Read a SELECT.
	 * @param text the text
	 * @param select the keyword
	 * @return the reader, or {@code null} if the SELECT is not a simple one
	 */
	static @Nullable FeedingSelect read(SqlText text, int select) {
		if (text.find(select, NOT_SIMPLE) < text.size() || hasClauseOfOneDatabase(text, select)) {
			return null;
		}
		int conflict = conflict(text, select);
		int from = clause(text, select, "FROM", conflict);
		int where = clause(text, select, "WHERE", conflict);
		int after = Math.min(text.find(select, AFTER_CONDITION), conflict);
		int listEnd = Math.min(Math.min(from, where), after);
		int first = text.isWord(select + 1, List.of("ALL", "DISTINCT")) ? select + 2 : select + 1;
		if (listEnd <= first || (where > after && where < conflict)) {
			return null;
		}
		List<Splice> splices = new ArrayList<>();
		splices.add(Splice.of(text.end(listEnd - 1), Kind.VALUE));
		int end = Math.min(text.find(select, List.of("RETURNING")), conflict);
		boolean embedding = !mayAggregate(text, first, listEnd) && !mayAggregate(text, after, end);
		if (embedding) {
			splices.addAll(Conditions.guard(text, Math.min(where, after), after, null, true));
		}
		return new FeedingSelect(end, embedding, splices);
	}

	private static boolean hasClauseOfOneDatabase(SqlText text, int select) {
		return text.has(LexicalFeature.IMPLICIT_COMMITS)
				&& text.find(select, List.of("LOCK", "PROCEDURE", "QUALIFY", "DUPLICATE")) < text.size();
	}

	// Return whether tokens may make the SELECT aggregate: then it has a row even if its
	// condition holds for none, so that no check may be in the condition. Aggregates are
	// functions, so they need a bracket.
	private static boolean mayAggregate(SqlText text, int from, int to) {
		for (int i = from; i < to; i++) {
			if (text.isSymbol(i, '(') || text.isWord(i, List.of("GROUP", "HAVING"))) {
				return true;
			}
		}
		return false;
	}

	private static int conflict(SqlText text, int select) {
		for (int on = text.find(select, List.of("ON")); on < text.size(); on = text.find(on + 1, List.of("ON"))) {
			if (text.isWord(on + 1, "CONFLICT")
					&& (text.isSymbol(on + 2, '(') || text.isWord(on + 2, List.of("ON", "DO")))) {
				return on;
			}
		}
		return text.size();
	}

	private static int clause(SqlText text, int select, String keyword, int conflict) {
		int clause = text.find(select, List.of(keyword));
		while (text.isWord(clause, "FROM") && text.isWord(clause - 1, "DISTINCT")) {
			clause = text.find(clause + 1, List.of(keyword));
		}
		return Math.min(clause, conflict);
	}

}
