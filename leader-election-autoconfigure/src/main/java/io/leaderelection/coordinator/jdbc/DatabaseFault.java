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

import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;

import io.leaderelection.coordinator.Refused;
import org.jspecify.annotations.Nullable;

/**
 * Kinds of errors of a database. Error codes of one database mean nothing to the others,
 * so that one table holds for all, also for a connection that never came about.
 */
enum DatabaseFault {

	/**
	 * User or password are wrong, or the user must not connect.
	 */
	BAD_CREDENTIALS(Refused.Kind.DENIED, "check the user and the password"),

	/**
	 * The user lacks a privilege.
	 */
	NO_PRIVILEGE(Refused.Kind.DENIED,
			"grant the user SELECT, INSERT, UPDATE and DELETE on the tables of the coordinator"),

	/**
	 * A table or a column does not exist.
	 */
	MISSING_TABLE(Refused.Kind.INVALID,
			"create the tables of the coordinator: run the script of the database in"
					+ " io/leaderelection/coordinator/jdbc, or let 'leader-election.jdbc.initialize-schema' do so"),

	/**
	 * The database to connect to does not exist.
	 */
	MISSING_DATABASE(Refused.Kind.INVALID, "create the database or correct its name in the URL"),

	/**
	 * The server is a replica or in read-only mode.
	 */
	READ_ONLY(Refused.Kind.INVALID, "connect to the primary server, as a replica cannot elect a leader"),

	/**
	 * The database is out of space.
	 */
	NO_SPACE(Refused.Kind.NO_SPACE, "give the database more space"),

	/**
	 * The data of the script do not fit into the tables.
	 */
	INVALID_DATA(Refused.Kind.INVALID, "shorten what is stored, or check that the tables are those of this version"),

	/**
	 * A constraint keeps the script from being applied.
	 */
	CONSTRAINT(null, ""),

	/**
	 * The database gave the script up for the sake of others, or as it took too long.
	 */
	GIVEN_UP(null, ""),

	/**
	 * The connection is of no use any more. Whether the script was applied is unknown.
	 */
	DISCONNECTED(null, ""),

	/**
	 * Anything else, after which the outcome is unknown.
	 */
	OTHER(null, "");

	private static final int MARIADB_NO_DATABASE_PRIVILEGE = 1044;

	private static final int MARIADB_UNKNOWN_DATABASE = 1049;

	private static final int MARIADB_ROW_CHANGED = 1020;

	private static final int MARIADB_TABLE_FULL = 1114;

	private static final int MARIADB_NO_TABLE_PRIVILEGE = 1142;

	private static final int MARIADB_NO_COLUMN_PRIVILEGE = 1143;

	private static final int MARIADB_LOCK_TIMEOUT = 1205;

	private static final int MARIADB_READ_ONLY_OPTION = 1290;

	private static final int MARIADB_READ_ONLY_TRANSACTION = 1792;

	private static final int MARIADB_READ_ONLY_MODE = 1836;

	private static final int MARIADB_INTERRUPTED = 1317;

	private static final int MARIADB_STATEMENT_TIMEOUT = 1969;

	private static final int H2_LOCK_TIMEOUT = 50200;

	private final Refused.@Nullable Kind refusal;

	private final String advice;

	DatabaseFault(Refused.@Nullable Kind refusal, String advice) {
		this.refusal = refusal;
		this.advice = advice;
	}

	/**
	 * Return the kind of refusal.
	 * @return the kind, or {@code null} if the error is no definite refusal
	 */
	Refused.@Nullable Kind refusal() {
		return this.refusal;
	}

	/**
	 * Return what to do about a refusal.
	 * @return the advice, as a clause
	 */
	String advice() {
		return this.advice;
	}

	/**
	 * Return whether the connection is as good as before once it has been rolled back. A
	 * server that is read-only must be left for the one that is not, and of a server out
	 * of space nothing is certain.
	 * @return whether only the script was refused
	 */
	boolean sparesConnection() {
		return switch (this) {
			case NO_PRIVILEGE, MISSING_TABLE, INVALID_DATA, CONSTRAINT, GIVEN_UP -> true;
			default -> false;
		};
	}

	/**
	 * Return the kind of an error.
	 * @param error the error
	 * @return the kind
	 */
	static DatabaseFault of(SQLException error) {
		String state = (error.getSQLState() != null) ? error.getSQLState() : "";
		return switch (state) {
			case "28000", "28P01" -> BAD_CREDENTIALS;
			case "42501", "90096" -> NO_PRIVILEGE;
			case "42P01", "42703", "42S02", "42S03", "42S04", "42S22", "3F000", "90079" -> MISSING_TABLE;
			case "3D000", "90146" -> MISSING_DATABASE;
			case "25006", "90097" -> READ_ONLY;
			case "53100", "90100" -> NO_SPACE;
			case "40001", "40P01", "55P03", "57014" -> GIVEN_UP;
			default -> ofCode(error, state);
		};
	}

	private static DatabaseFault ofCode(SQLException error, String state) {
		if (state.equals("42000") || state.equals("HY000") || state.equals("70100") || state.equals("HYT00")) {
			switch (error.getErrorCode()) {
				case MARIADB_NO_DATABASE_PRIVILEGE, MARIADB_NO_TABLE_PRIVILEGE, MARIADB_NO_COLUMN_PRIVILEGE -> {
					return NO_PRIVILEGE;
				}
				case MARIADB_UNKNOWN_DATABASE -> {
					return MISSING_DATABASE;
				}
				case MARIADB_READ_ONLY_OPTION, MARIADB_READ_ONLY_TRANSACTION, MARIADB_READ_ONLY_MODE -> {
					return READ_ONLY;
				}
				case MARIADB_TABLE_FULL -> {
					return NO_SPACE;
				}
				case MARIADB_LOCK_TIMEOUT, MARIADB_ROW_CHANGED, MARIADB_INTERRUPTED, MARIADB_STATEMENT_TIMEOUT,
						H2_LOCK_TIMEOUT -> {
					return GIVEN_UP;
				}
				default -> {
					return ofClass(error, state);
				}
			}
		}
		return ofClass(error, state);
	}

	private static DatabaseFault ofClass(SQLException error, String state) {
		if (state.startsWith("22")) {
			return INVALID_DATA;
		}
		if (state.startsWith("23")) {
			return CONSTRAINT;
		}
		return isDisconnection(error, state) ? DISCONNECTED : OTHER;
	}

	private static boolean isDisconnection(SQLException error, String state) {
		return state.startsWith("08") || state.startsWith("57P") || error instanceof SQLRecoverableException
				|| error instanceof SQLNonTransientConnectionException
				|| error instanceof SQLTransientConnectionException || error.getCause() instanceof IOException;
	}

}
