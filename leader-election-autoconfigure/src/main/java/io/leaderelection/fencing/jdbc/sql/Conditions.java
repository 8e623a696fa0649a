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

import java.util.List;

import io.leaderelection.fencing.jdbc.sql.Splice.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Guards in WHERE clauses.
 */
final class Conditions {

	private Conditions() {
	}

	/**
	 * Return what guards a statement.
	 * @param text the text
	 * @param where the keyword WHERE, or the token where it would be
	 * @param end the token after the condition
	 * @param table the table whose rows are guarded, or {@code null}
	 * @param checked whether the check of the fence belongs here
	 * @return the splices
	 */
	static List<Splice> guard(SqlText text, int where, int end, @Nullable String table, boolean checked) {
		if (!text.isWord(where, "WHERE")) {
			return List.of(new Splice(text.end(where - 1), Kind.CONDITION, table, checked));
		}
		return List.of(new Splice(text.end(where), Kind.CONDITION_BEFORE, table, checked),
				new Splice(text.end(end - 1), Kind.CONDITION_END, table, checked));
	}

}
