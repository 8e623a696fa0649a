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

import javax.sql.DataSource;

import io.leaderelection.FencingToken;
import io.leaderelection.fencing.FenceCheckFailedException;
import io.leaderelection.fencing.FencedOperation;
import io.leaderelection.spi.TransactionCheck;

import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Check of the transactions that were begun on protected databases before guarded work
 * was entered. Read-only transactions are left alone, as nothing can be written in them.
 */
public final class JdbcTransactionCheck implements TransactionCheck {

	private final JdbcFencing fencing;

	/**
	 * Create a check.
	 * @param fencing the fencing
	 */
	public JdbcTransactionCheck(JdbcFencing fencing) {
		this.fencing = fencing;
	}

	@Override
	public void checkCurrentTransaction(FencingToken token) {
		if (!TransactionSynchronizationManager.isActualTransactionActive()
				|| TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
			return;
		}
		for (FencedDatabase database : this.fencing.databases().of(token.election())) {
			if (TransactionSynchronizationManager.getResource(database.dataSource()) instanceof ConnectionHolder) {
				check(database, token);
			}
		}
	}

	private void check(FencedDatabase database, FencingToken token) {
		DataSource dataSource = database.dataSource();
		try {
			Connection connection = DataSourceUtils.doGetConnection(dataSource);
			try {
				ConnectionFence fence = new ConnectionFence(this.fencing, database,
						new TokenResolver(this.fencing, database, token.election()), connection);
				if (!fence.isAutoCommit()) {
					fence.enter(token);
				}
			}
			finally {
				DataSourceUtils.doReleaseConnection(connection, dataSource);
			}
		}
		catch (SQLException ex) {
			FencedTransactions.markRollbackOnly(database);
			throw new FenceCheckFailedException(
					"The current transaction of DataSource '" + database.name() + "' could not be checked",
					FencedOperation.of(token, null), ex);
		}
	}

}
