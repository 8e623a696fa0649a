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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import io.leaderelection.LeaderElectionException;
import io.leaderelection.context.LeadershipContext;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Binding of fenced transactions to the transactions that Spring manages. A transaction
 * that is suspended stays bound, under a key of its own.
 */
final class FencedTransactions {

	private FencedTransactions() {
	}

	/**
	 * Return the state of the managed transaction that the connection belongs to.
	 * @param database the database
	 * @param dataSource the DataSource that the transaction was begun on
	 * @param connection the connection
	 * @return the state, or {@code null} if no such transaction is managed
	 */
	static @Nullable FencedTransaction managed(FencedDatabase database, DataSource dataSource, Connection connection) {
		if (!TransactionSynchronizationManager.isSynchronizationActive()
				|| !DataSourceUtils.isConnectionTransactional(connection, dataSource)
				|| !(TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder holder)) {
			return null;
		}
		Key key = new Key(database, holder);
		FencedTransaction transaction = (FencedTransaction) TransactionSynchronizationManager.getResource(key);
		if (transaction == null) {
			transaction = new FencedTransaction();
			TransactionSynchronizationManager.bindResource(key, transaction);
			TransactionSynchronizationManager.registerSynchronization(new Synchronization(transaction, key));
		}
		return transaction;
	}

	/**
	 * Return the state of a transaction of this thread.
	 * @param holder the connection of the transaction
	 * @return the state, or {@code null} if nothing was fenced in it
	 */
	static @Nullable FencedTransaction of(ConnectionHolder holder) {
		for (Map.Entry<Object, Object> resource : TransactionSynchronizationManager.getResourceMap().entrySet()) {
			if (resource.getKey() instanceof Key key && key.holder() == holder) {
				return (FencedTransaction) resource.getValue();
			}
		}
		return null;
	}

	/**
	 * Return what is known of a transaction of this thread, be it about to end.
	 * @param holder the connection of the transaction
	 * @return the states, none if nothing was fenced in it
	 */
	static List<FencedTransaction> ending(ConnectionHolder holder) {
		List<FencedTransaction> transactions = new ArrayList<>(1);
		TransactionSynchronizationManager.getResourceMap().forEach((resource, value) -> {
			Object key = (resource instanceof Ending ending) ? ending.key() : resource;
			if (key instanceof Key bound && bound.holder() == holder) {
				transactions.add((FencedTransaction) value);
			}
		});
		return transactions;
	}

	/**
	 * Forget a transaction of this thread, as it is over.
	 * @param holder the connection of the transaction
	 */
	static void end(ConnectionHolder holder) {
		for (Object resource : TransactionSynchronizationManager.getResourceMap().keySet().toArray()) {
			Object key = (resource instanceof Ending ending) ? ending.key() : resource;
			if (key instanceof Key bound && bound.holder() == holder) {
				TransactionSynchronizationManager.unbindResourceIfPossible(resource);
			}
		}
	}

	/**
	 * Return whether a transaction of this thread, be it suspended, holds a lock on a
	 * fence of the database.
	 * @param database the database
	 * @return whether anything was checked
	 */
	static boolean isAnyChecked(FencedDatabase database) {
		return TransactionSynchronizationManager.getResourceMap()
			.entrySet()
			.stream()
			.anyMatch((resource) -> resource.getKey() instanceof Key key && key.database() == database
					&& ((FencedTransaction) resource.getValue()).isAnyChecked());
	}

	/**
	 * Return whether another transaction of this thread, one that is suspended or that
	 * was begun on another DataSource, holds the lock on a fence.
	 * @param database the database
	 * @param dataSource the DataSource that the current transaction was begun on
	 * @return whether one was checked
	 */
	static boolean isCheckedElsewhere(FencedDatabase database, DataSource dataSource) {
		Object current = TransactionSynchronizationManager.getResource(dataSource);
		return TransactionSynchronizationManager.getResourceMap()
			.entrySet()
			.stream()
			.anyMatch((resource) -> resource.getKey() instanceof Key key && key.database() == database
					&& ((FencedTransaction) resource.getValue()).isAnyChecked() && key.holder() != current);
	}

	/**
	 * Mark the managed transaction of the DataSource as one that must be rolled back.
	 * @param dataSource the DataSource
	 */
	static void markRollbackOnly(DataSource dataSource) {
		if (TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder holder) {
			holder.setRollbackOnly();
		}
	}

	/**
	 * Throw a refusal that was kept, unless there is none. It is not thrown again when
	 * the gate is left.
	 * @param refusal the refusal, or {@code null}
	 */
	static void throwKept(@Nullable RuntimeException refusal) {
		if (refusal instanceof LeaderElectionException failure) {
			LeadershipContext.current().calls().forEach((call) -> call.discardFailure(failure));
		}
		if (refusal != null) {
			throw refusal;
		}
	}

	private record Key(FencedDatabase database, ConnectionHolder holder) {

	}

	/**
	 * Key of a transaction that is about to end: what is written from then on has to be
	 * checked anew.
	 */
	private record Ending(Key key) {

	}

	private static final class Synchronization implements TransactionSynchronization {

		private final FencedTransaction transaction;

		private final Key key;

		private boolean late = true;

		Synchronization(FencedTransaction transaction, Key key) {
			this.transaction = transaction;
			this.key = key;
		}

		@Override
		public void savepointRollback(Object savepoint) {
			this.transaction.forget();
		}

		@Override
		public void beforeCommit(boolean readOnly) {
			// Transaction managers that know nothing of the connection holder's mark roll
			// back for an exception.
			throwKept(this.transaction.veto());
		}

		@Override
		public void beforeCompletion() {
			this.late = false;
			TransactionSynchronizationManager.unbindResourceIfPossible(this.key);
			TransactionSynchronizationManager.bindResource(new Ending(this.key), this.transaction);
		}

		@Override
		public void afterCompletion(int status) {
			TransactionSynchronizationManager.unbindResourceIfPossible(this.key);
			TransactionSynchronizationManager.unbindResourceIfPossible(new Ending(this.key));
			if (this.late) {
				this.transaction.commitLateWrites();
			}
			this.transaction.dropClaim();
		}

	}

}
