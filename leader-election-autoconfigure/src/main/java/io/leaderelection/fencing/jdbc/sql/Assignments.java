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

import io.leaderelection.fencing.jdbc.sql.SqlToken.Kind;
import io.leaderelection.jdbc.FenceColumn;
import io.leaderelection.jdbc.LexicalFeature;

/**
 * Columns that a list in a statement names.
 */
final class Assignments {

	private Assignments() {
	}

	// Return whether a list of assignments names the fence column as a target.
	static boolean assignFenceColumn(SqlText text, int from, int to) {
		boolean target = true;
		for (int i = from; i < to; i++) {
			if (target && text.isSymbol(i, '(')) {
				if (listsFenceColumn(text, i + 1, text.afterGroup(i) - 1)) {
					return true;
				}
			}
			else if (target && isFenceColumn(text, i)) {
				return true;
			}
			target = text.isOutermost(i) && text.isSymbol(i, ',');
		}
		return false;
	}

	// Return whether a list of columns contains the fence column.
	static boolean listsFenceColumn(SqlText text, int from, int to) {
		for (int i = from; i < to; i++) {
			boolean first = i == from || text.isSymbol(i - 1, ',');
			if (first && isFenceColumn(text, i)) {
				return true;
			}
		}
		return false;
	}

	private static boolean isFenceColumn(SqlText text, int token) {
		if (text.is(token, Kind.QUOTED)) {
			String quoted = text.text(token, token + 1);
			String name = quoted.substring(1, quoted.length() - 1);
			return text.has(LexicalFeature.IMPLICIT_COMMITS) ? name.equalsIgnoreCase(FenceColumn.NAME)
					: name.equals(FenceColumn.NAME);
		}
		return text.isWord(token, "FENCE_TOKEN");
	}

}
