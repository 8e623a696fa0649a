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
 * Kinds of SQL errors that fencing tells apart.
 */
public enum SqlFault {

	/**
	 * A table does not exist.
	 */
	MISSING_TABLE,

	/**
	 * A column does not exist.
	 */
	MISSING_COLUMN,

	/**
	 * The user lacks a privilege.
	 */
	NO_PRIVILEGE,

	/**
	 * The transaction, or the whole server, is read-only.
	 */
	READ_ONLY,

	/**
	 * Another transaction changed a row after the snapshot of this one was taken.
	 */
	SERIALIZATION,

	/**
	 * The statement was cancelled, by its timeout or by somebody.
	 */
	CANCELLED,

	/**
	 * A trigger refused the write of a transaction that claims no grant of the table's
	 * election.
	 */
	NO_GRANT,

	/**
	 * A trigger refused the write of a transaction whose grant is not the current one.
	 */
	STALE_GRANT,

	/**
	 * Anything else.
	 */
	OTHER

}
