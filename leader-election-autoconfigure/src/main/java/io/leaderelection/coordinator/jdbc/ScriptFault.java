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

package io.leaderelection.coordinator.jdbc;

/**
 * Kinds of errors of a script.
 */
enum ScriptFault {

	/**
	 * User or password are wrong, or the user must not connect.
	 */
	BAD_CREDENTIALS,

	/**
	 * The user lacks a privilege.
	 */
	NO_PRIVILEGE,

	/**
	 * A table or a column does not exist.
	 */
	MISSING_TABLE,

	/**
	 * The database to connect to does not exist.
	 */
	MISSING_DATABASE,

	/**
	 * The server is a replica or in read-only mode.
	 */
	READ_ONLY,

	/**
	 * The database is out of space.
	 */
	NO_SPACE,

	/**
	 * The database understood the script and refuses it for what it says, whenever it is
	 * sent.
	 */
	INVALID,

	/**
	 * Anything else, after which the outcome is unknown.
	 */
	OTHER

}
