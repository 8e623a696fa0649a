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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import javax.sql.DataSource;

import io.leaderelection.FencingToken;
import io.leaderelection.fencing.FenceCheckFailedException;
import io.leaderelection.fencing.FencedOperation;

import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Connections of the transactions of the current thread that lead to protected databases.
 */
final class TransactionConnections {

	private final JdbcFencing fencing;

	TransactionConnections(JdbcFencing fencing) {
		this.fencing = fencing;
	}

	/**
	 * Do something with the fence of each transaction on a database that the token's
	 * election protects, except those that cannot write.
	 * @param token the token
	 * @param connections which connections to look at
	 * @param action the action
	 * @throws io.leaderelection.LeaderElectionException if a token is refused or nothing
	 * could be found out; the transaction was marked rollback-only
	 */
	void forEach(FencingToken token, Predicate<ConnectionHolder> connections, Action action) {
		List<FencedDatabase> databases = this.fencing.databases().of(token.election());
		if (databases.isEmpty()) {
			return;
		}
		for (Map.Entry<Object, Object> resource : new ArrayList<>(
				TransactionSynchronizationManager.getResourceMap().entrySet())) {
			if (resource.getKey() instanceof DataSource dataSource
					&& resource.getValue() instanceof ConnectionHolder holder && connections.test(holder)) {
				databases.stream()
					.filter((database) -> database.isReachedThrough(dataSource))
					.findFirst()
					.ifPresent((database) -> apply(token, database, dataSource, action));
			}
		}
	}

	private void apply(FencingToken token, FencedDatabase database, DataSource dataSource, Action action) {
		try {
			Connection connection = DataSourceUtils.doGetConnection(dataSource);
			try {
				if (!connection.getAutoCommit() && !database.refusesWrites(connection, dataSource)) {
					apply(new ConnectionFence(this.fencing, database,
							new TokenResolver(this.fencing, database, token.election()), dataSource, connection),
							action);
				}
			}
			finally {
				DataSourceUtils.doReleaseConnection(connection, dataSource);
			}
		}
		catch (SQLException ex) {
			FencedTransactions.markRollbackOnly(dataSource);
			throw new FenceCheckFailedException(
					"The current transaction of DataSource '" + database.name() + "' could not be checked",
					FencedOperation.of(token, null), ex);
		}
	}

	private static void apply(ConnectionFence fence, Action action) throws SQLException {
		try {
			action.apply(fence);
		}
		finally {
			// Without synchronization nobody would tell that the transaction has ended.
			fence.release();
		}
	}

	/**
	 * What to do with the fence in front of the connection of a transaction.
	 */
	@FunctionalInterface
	interface Action {

		void apply(ConnectionFence fence) throws SQLException;

	}

}
