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

/**
 * Query for the terms of rows that a statement meant but could not change, as they bear a
 * newer term.
 *
 * @param before the text in front of the own term
 * @param after the text behind it
 * @param parameters for each parameter of the query, the position of the statement's
 * parameter that it takes its value from, counted from 1
 */
public record NewerRowQuery(String before, String after, List<Integer> parameters) {

	public NewerRowQuery {
		parameters = List.copyOf(parameters);
	}

	/**
	 * Return the text of the query. Its rows have one column, the term.
	 * @param term the own term
	 * @return the text
	 */
	public String sql(long term) {
		return this.before + term + this.after;
	}

}
