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

package io.leaderelection.fencing.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

import io.leaderelection.fencing.FenceChangedException;
import io.leaderelection.fencing.FenceCheckFailedException;
import io.leaderelection.fencing.FencedOperation;
import io.leaderelection.fencing.FencingException;
import io.leaderelection.fencing.MissingFenceColumnException;
import io.leaderelection.fencing.MissingFenceTableException;
import io.leaderelection.fencing.NoFencingTokenException;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.jdbc.Dialect;
import io.leaderelection.jdbc.FenceColumn;
import io.leaderelection.jdbc.SqlFault;
import io.leaderelection.jdbc.TableScript;
import org.jspecify.annotations.Nullable;

/**
 * Meaning of the SQL errors that fences cause.
 */
final class FenceErrors {

	private static final String FENCE_TABLE = "leader_fence";

	private final FencedDatabase database;

	FenceErrors(FencedDatabase database) {
		this.database = database;
	}

	/**
	 * Return the exception for an error of a statement that checks a fence.
	 * @param error the error
	 * @param connection the connection
	 * @param operation the operation
	 * @return the exception
	 */
	FencingException ofCheck(SQLException error, Connection connection, FencedOperation operation) {
		Dialect dialect = dialect(connection);
		SqlFault fault = (dialect != null) ? dialect.fault(error) : SqlFault.OTHER;
		if (dialect != null && fault == SqlFault.MISSING_TABLE) {
			return missingTable(error, dialect, operation);
		}
		if (fault == SqlFault.SERIALIZATION) {
			return new FenceChangedException(operation, error);
		}
		return new FenceCheckFailedException(problem(fault), operation, error);
	}

	private static String problem(SqlFault fault) {
		return switch (fault) {
			case NO_PRIVILEGE -> "The user may not check the fence: grant SELECT and UPDATE on leader_fence,"
					+ " and SELECT on leader_fence_intent";
			case READ_ONLY -> "The fence cannot be locked in a read-only transaction, nor on a replica";
			case CANCELLED -> "The check of the fence took too long or was cancelled";
			default -> "The fence could not be checked";
		};
	}

	/**
	 * Return the exception for an error of a statement that fences were spliced into.
	 * @param error the error
	 * @param connection the connection
	 * @param table the table that the statement writes to, or {@code null} if none is
	 * known
	 * @param operation the operation
	 * @return the exception, or {@code null} if the error has nothing to do with fences
	 */
	@Nullable FencingException ofWrite(SQLException error, Connection connection, @Nullable String table,
			FencedOperation operation) {
		Dialect dialect = dialect(connection);
		String message = (error.getMessage() != null) ? error.getMessage().toLowerCase(Locale.ROOT) : "";
		if (dialect == null) {
			return null;
		}
		SqlFault fault = dialect.fault(error);
		if (fault == SqlFault.NO_GRANT) {
			return caused(new NoFencingTokenException("A trigger refused the write: " + message, operation), error);
		}
		if (fault == SqlFault.STALE_GRANT) {
			return caused(new StaleTokenException(operation, null), error);
		}
		if (table == null) {
			return null;
		}
		if (fault == SqlFault.MISSING_TABLE && message.contains(FENCE_TABLE)) {
			return missingTable(error, dialect, operation);
		}
		if (fault == SqlFault.NO_PRIVILEGE && message.contains(FENCE_TABLE)) {
			return ofCheck(error, connection, operation);
		}
		if (fault == SqlFault.MISSING_COLUMN && message.contains(FenceColumn.NAME)) {
			this.database.forgetFenceColumn(table);
			return new MissingFenceColumnException(table, operation, error);
		}
		return null;
	}

	private static FencingException caused(FencingException exception, SQLException cause) {
		exception.initCause(cause);
		return exception;
	}

	private MissingFenceTableException missingTable(SQLException error, Dialect dialect, FencedOperation operation) {
		MissingFenceTableException exception = new MissingFenceTableException(this.database.name(),
				TableScript.ofFences(dialect).text(), operation);
		exception.initCause(error);
		return exception;
	}

	private @Nullable Dialect dialect(Connection connection) {
		try {
			return this.database.dialect(connection);
		}
		catch (SQLException ex) {
			// The connection is broken, which the error says.
			return null;
		}
	}

}
