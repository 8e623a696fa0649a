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
 * Feature in which databases, or the modes of one, read SQL differently.
 */
public enum LexicalFeature {

	/**
	 * A backslash escapes within plain string constants.
	 */
	BACKSLASH_ESCAPES,

	/**
	 * Double quotes delimit strings instead of names.
	 */
	DOUBLE_QUOTED_STRINGS,

	/**
	 * Backticks delimit names.
	 */
	BACKTICK_NAMES,

	/**
	 * Dollar signs, with or without a tag between them, delimit strings.
	 */
	DOLLAR_STRINGS,

	/**
	 * Strings may have the prefixes {@code E} and {@code U&}, which change how they are
	 * escaped.
	 */
	PREFIXED_STRINGS,

	/**
	 * Comments in brackets may be nested.
	 */
	NESTED_COMMENTS,

	/**
	 * A hash sign begins a comment that reaches to the end of the line.
	 */
	HASH_COMMENTS,

	/**
	 * Two slashes begin a comment that reaches to the end of the line.
	 */
	SLASH_COMMENTS,

	/**
	 * Two dashes begin a comment only if white space follows.
	 */
	SPACED_DASH_COMMENTS,

	/**
	 * A carriage return ends a comment that reaches to the end of the line.
	 */
	CARRIAGE_RETURN_ENDS_LINE,

	/**
	 * Statements that define data commit the transaction, and with it give up the lock on
	 * a fence.
	 */
	IMPLICIT_COMMITS

}
