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

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.ResourceHolderSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Binding of fenced transactions to the transactions that Spring manages.
 */
final class FencedTransactions {

	private FencedTransactions() {
	}

	/**
	 * Return the state of the managed transaction that the connection belongs to.
	 * @param database the database
	 * @param connection the connection
	 * @return the state, or {@code null} if no such transaction is managed
	 */
	static @Nullable FencedTransaction managed(FencedDatabase database, Connection connection) {
		if (!TransactionSynchronizationManager.isSynchronizationActive()
				|| !DataSourceUtils.isConnectionTransactional(connection, database.dataSource())) {
			return null;
		}
		FencedTransaction transaction = bound(database);
		if (transaction == null) {
			transaction = new FencedTransaction();
			Key key = new Key(database);
			TransactionSynchronizationManager.bindResource(key, transaction);
			TransactionSynchronizationManager.registerSynchronization(new Synchronization(transaction, key));
		}
		return transaction;
	}

	/**
	 * Return the state that is bound to this thread.
	 * @param database the database
	 * @return the state, or {@code null} if nothing was fenced in a managed transaction
	 */
	static @Nullable FencedTransaction bound(FencedDatabase database) {
		return (FencedTransaction) TransactionSynchronizationManager.getResource(new Key(database));
	}

	/**
	 * Mark the managed transaction of the database as one that must be rolled back.
	 * @param database the database
	 */
	static void markRollbackOnly(FencedDatabase database) {
		if (TransactionSynchronizationManager.getResource(database.dataSource()) instanceof ConnectionHolder holder) {
			holder.setRollbackOnly();
		}
	}

	/**
	 * Return whether a transaction of this thread that is suspended holds the lock on a
	 * fence.
	 * @param database the database
	 * @return whether one was checked
	 */
	static boolean isCheckedInSuspended(FencedDatabase database) {
		return TransactionSynchronizationManager.hasResource(new SuspendedKey(database));
	}

	private record Key(FencedDatabase database) {

	}

	private record SuspendedKey(FencedDatabase database) {

	}

	private static final class Synchronization extends ResourceHolderSynchronization<FencedTransaction, Key> {

		private final FencedTransaction transaction;

		private final SuspendedKey suspendedKey;

		private boolean suspended;

		Synchronization(FencedTransaction transaction, Key key) {
			super(transaction, key);
			this.transaction = transaction;
			this.suspendedKey = new SuspendedKey(key.database());
		}

		@Override
		public void suspend() {
			super.suspend();
			if (this.transaction.isAnyChecked() && !TransactionSynchronizationManager.hasResource(this.suspendedKey)) {
				TransactionSynchronizationManager.bindResource(this.suspendedKey, this.transaction);
				this.suspended = true;
			}
		}

		@Override
		public void resume() {
			if (this.suspended) {
				TransactionSynchronizationManager.unbindResource(this.suspendedKey);
				this.suspended = false;
			}
			super.resume();
		}

		@Override
		public void savepointRollback(Object savepoint) {
			this.transaction.forget();
		}

		@Override
		public void beforeCommit(boolean readOnly) {
			// Transaction managers that know nothing of the connection holder's mark roll
			// back for an exception.
			RuntimeException veto = this.transaction.veto();
			if (veto != null) {
				throw veto;
			}
		}

	}

}
