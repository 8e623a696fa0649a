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

/**
 * Statement as far as fencing has to understand it.
 */
public sealed interface SqlStatement
		permits SqlStatement.Read, SqlStatement.Checked, SqlStatement.Refused, GuardedStatement {

	/**
	 * Statement that changes no data by itself.
	 */
	record Read() implements SqlStatement {

	}

	/**
	 * Statement that may change data and can be fenced by a check in its transaction, but
	 * not row by row.
	 */
	record Checked() implements SqlStatement {

	}

	/**
	 * Statement that cannot be fenced.
	 *
	 * @param reason the reason, as a sentence without a full stop
	 */
	record Refused(String reason) implements SqlStatement {

	}

}
