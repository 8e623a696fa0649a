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

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Transaction around a single write on a connection in auto-commit mode, so that the lock
 * on the fence is held until the write is committed.
 */
final class ShortTransaction {

	private static final Log logger = LogFactory.getLog(ShortTransaction.class);

	private ShortTransaction() {
	}

	static @Nullable Object execute(ConnectionFence fence, Execution.Call body) throws Throwable {
		Connection connection = fence.connection();
		connection.setAutoCommit(false);
		try {
			Object result = body.run();
			connection.commit();
			fence.end();
			fence.dropClaim();
			resume(connection);
			return result;
		}
		catch (Throwable ex) {
			fence.end();
			rollback(fence, ex);
			throw ex;
		}
	}

	private static void rollback(ConnectionFence fence, Throwable cause) {
		Connection connection = fence.connection();
		try {
			connection.rollback();
		}
		catch (SQLException ex) {
			cause.addSuppressed(ex);
			abort(connection, cause);
			return;
		}
		fence.dropClaim();
		resume(connection);
	}

	// Leaving auto-commit mode as it is would be safe, going back to it would commit.
	private static void abort(Connection connection, Throwable cause) {
		try {
			connection.abort(Runnable::run);
		}
		catch (SQLException ex) {
			cause.addSuppressed(ex);
		}
	}

	private static void resume(Connection connection) {
		try {
			connection.setAutoCommit(true);
		}
		catch (SQLException ex) {
			logger.debug("The connection broke after its transaction had ended", ex);
		}
	}

}
