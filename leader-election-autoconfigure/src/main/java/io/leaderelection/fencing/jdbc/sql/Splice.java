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

import io.leaderelection.jdbc.FenceColumn;
import org.jspecify.annotations.Nullable;

/**
 * Place in the original text where something is put in.
 *
 * @param position the position in the text
 * @param kind what is put in
 * @param table the name or alias of the table whose rows a condition guards, or
 * {@code null} if it guards none
 * @param checked whether the condition may hold the check of the fence
 */
record Splice(int position, Kind kind, @Nullable String table, boolean checked) {

	/**
	 * What is put in.
	 */
	enum Kind {

		/**
		 * An assignment in front of others.
		 */
		ASSIGNMENT,

		/**
		 * A column behind others.
		 */
		COLUMN,

		/**
		 * A value behind others.
		 */
		VALUE,

		/**
		 * A condition where there was none.
		 */
		CONDITION,

		/**
		 * A condition in front of another, which must be closed.
		 */
		CONDITION_BEFORE,

		/**
		 * The end of the other condition.
		 */
		CONDITION_END

	}

	static Splice of(int position, Kind kind) {
		return new Splice(position, kind, null, false);
	}

	String render(Guard guard) {
		return switch (this.kind) {
			case ASSIGNMENT -> guard.column().isPresent() ? " " + FenceColumn.NAME + " = " + guard.term() + "," : "";
			case COLUMN -> guard.column().isPresent() ? ", " + FenceColumn.NAME : "";
			case VALUE -> guard.column().isPresent() ? ", " + guard.term() : "";
			case CONDITION -> condition(guard, " WHERE ", "");
			case CONDITION_BEFORE -> condition(guard, " ", " AND (");
			case CONDITION_END -> condition(guard, "", "").isEmpty() ? "" : ")";
		};
	}

	private String condition(Guard guard, String before, String after) {
		String condition = guard.condition(this.table, this.checked);
		return condition.isEmpty() ? "" : before + condition + after;
	}

}
