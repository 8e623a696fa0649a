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

package io.leaderelection.jdbc;

/**
 * Column of a business table in which each row bears the term that wrote it last.
 */
public enum FenceColumn {

	/**
	 * The table has no such column: its rows cannot be guarded.
	 */
	ABSENT,

	/**
	 * The column may hold {@code NULL}, which counts as never written by a leader.
	 */
	NULLABLE,

	/**
	 * The column holds a term in each row.
	 */
	NOT_NULL,

	/**
	 * No such table was found, so that nothing is known.
	 */
	UNKNOWN;

	/**
	 * Name of the column.
	 */
	public static final String NAME = "fence_token";

	/**
	 * Return whether rows of the table can be guarded and stamped.
	 * @return whether the column is there
	 */
	public boolean isPresent() {
		return this == NULLABLE || this == NOT_NULL;
	}

}
