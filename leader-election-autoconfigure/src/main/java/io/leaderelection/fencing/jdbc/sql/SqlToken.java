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
 * Token of an SQL text.
 *
 * @param kind the kind
 * @param start the position of its first character
 * @param end the position after its last character
 * @param depth the number of brackets around it; brackets themselves count as outside
 */
record SqlToken(Kind kind, int start, int end, int depth) {

	/**
	 * Kind of a token.
	 */
	enum Kind {

		/**
		 * Keyword or plain identifier.
		 */
		WORD,

		/**
		 * Identifier in quotes.
		 */
		QUOTED,

		/**
		 * String constant of any form.
		 */
		STRING,

		/**
		 * Number.
		 */
		NUMBER,

		/**
		 * Parameter of a prepared statement.
		 */
		PARAMETER,

		/**
		 * Anything else, one character each.
		 */
		SYMBOL

	}

}
