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

import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Statement whose rows can be guarded and stamped. The guard comes first in each
 * condition: what is last could be swallowed by the rest of the text.
 */
public final class GuardedStatement implements SqlStatement {

	private final String sql;

	private final String table;

	private final boolean embedding;

	private final List<Splice> splices;

	private final @Nullable NewerRowQuery newerRows;

	// Guards change with the term only.
	private volatile @Nullable Rendered last;

	GuardedStatement(String sql, String table, boolean embedding, List<Splice> splices,
			@Nullable NewerRowQuery newerRows) {
		this.sql = sql;
		this.table = table;
		this.embedding = embedding;
		this.splices = splices.stream().sorted(Comparator.comparingInt(Splice::position)).toList();
		this.newerRows = newerRows;
	}

	/**
	 * Return the name of the table, as the statement writes it.
	 * @return the table
	 */
	public String table() {
		return this.table;
	}

	/**
	 * Return whether the check of the fence can be part of the statement.
	 * @return whether it can be embedded
	 */
	public boolean isEmbedding() {
		return this.embedding;
	}

	/**
	 * Return the query for rows that the statement left alone as they bear a newer term.
	 * @return the query, or {@code null} if there is none
	 */
	public @Nullable NewerRowQuery newerRows() {
		return this.newerRows;
	}

	/**
	 * Return the text with the guard put in.
	 * @param guard the guard
	 * @return the text
	 */
	public String render(Guard guard) {
		Rendered known = this.last;
		if (known == null || !known.guard.equals(guard)) {
			known = new Rendered(guard, splice(guard));
			this.last = known;
		}
		return known.text;
	}

	private String splice(Guard guard) {
		StringBuilder text = new StringBuilder(this.sql.length() + 256);
		int done = 0;
		for (Splice splice : this.splices) {
			text.append(this.sql, done, splice.position()).append(splice.render(guard));
			done = splice.position();
		}
		return text.append(this.sql, done, this.sql.length()).toString();
	}

	private record Rendered(Guard guard, String text) {

	}

}
