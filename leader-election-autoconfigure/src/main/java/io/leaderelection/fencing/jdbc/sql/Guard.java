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
 * What is spliced into a statement: literally, so that no parameter is shifted.
 *
 * @param term the term that rows are stamped with and must not exceed
 * @param column the fence column of the table; without one, rows are neither stamped nor
 * guarded
 * @param check the condition that holds only if the fence stands at the grant, or
 * {@code null} if the transaction has checked that
 */
public record Guard(long term, FenceColumn column, @Nullable String check) {

	/**
	 * Return the condition for rows of a table.
	 * @param table the name or alias of the table, or {@code null} for none of its rows
	 * @param checked whether the check belongs to the condition
	 * @return the condition, empty if there is nothing to demand
	 */
	String condition(@Nullable String table, boolean checked) {
		StringBuilder condition = new StringBuilder();
		if (table != null && this.column.isPresent()) {
			String stamp = table + "." + FenceColumn.NAME;
			condition.append((this.column == FenceColumn.NULLABLE) ? "COALESCE(" + stamp + ", 0)" : stamp)
				.append(" <= ")
				.append(this.term);
		}
		if (checked && this.check != null) {
			condition.append(condition.isEmpty() ? "" : " AND ").append(this.check);
		}
		return condition.toString();
	}

}
