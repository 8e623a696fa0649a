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

import io.leaderelection.FencingToken;
import io.leaderelection.spi.TransactionCheck;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Check of the transactions that were begun on protected databases before guarded work
 * was entered. Those on connections that are read-only are left alone, as nothing can be
 * written in them.
 */
public final class JdbcTransactionCheck implements TransactionCheck {

	private final TransactionConnections connections;

	/**
	 * Create a check.
	 * @param fencing the fencing
	 */
	public JdbcTransactionCheck(JdbcFencing fencing) {
		this.connections = new TransactionConnections(fencing);
	}

	@Override
	public void checkCurrentTransaction(FencingToken token) {
		if (TransactionSynchronizationManager.isActualTransactionActive()) {
			this.connections.forEach(token, (holder) -> true, (fence) -> fence.enter(token));
		}
	}

}
