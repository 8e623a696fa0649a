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

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderElectionException;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import io.leaderelection.fencing.FenceCheckFailedException;
import io.leaderelection.fencing.FencedOperation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.JdbcTransactionObjectSupport;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.util.function.SingletonSupplier;

/**
 * Listener of a transaction manager that fences whatever guarded work writes in its
 * transactions, by whichever library. Each transaction that can write to a protected
 * database checks the fence as it begins and holds it until it ends.
 * <p>
 * A refusal is never thrown at the begin, which would leak the connection. The
 * transaction is marked rollback-only, and the refusal is thrown by the next fenced
 * write, by the commit, or at the latest when the guarded call ends.
 */
public final class FencingTransactionListener implements TransactionExecutionListener {

	private static final Log logger = LogFactory.getLog(FencingTransactionListener.class);

	private final Supplier<TransactionConnections> connections;

	/**
	 * Create a listener.
	 * @param fencing the fencing, asked for when guarded work begins its first
	 * transaction
	 */
	public FencingTransactionListener(Supplier<JdbcFencing> fencing) {
		this.connections = SingletonSupplier.of(() -> new TransactionConnections(fencing.get()));
	}

	@Override
	public void afterBegin(TransactionExecution transaction, @Nullable Throwable beginFailure) {
		if (beginFailure != null) {
			return;
		}
		for (GuardedCall call : LeadershipContext.current().calls()) {
			LeaderElectionException refusal = check(transaction, call);
			if (refusal != null) {
				refuse(transaction, call, refusal);
				return;
			}
		}
	}

	private @Nullable LeaderElectionException check(TransactionExecution transaction, GuardedCall call) {
		ConnectionHolder holder = holder(transaction);
		Predicate<ConnectionHolder> begun = (bound) -> holder == null || bound == holder;
		try {
			this.connections.get().forEach(call.token(), begun, (fence) -> fence.begin(call));
			return null;
		}
		catch (LeaderElectionException ex) {
			return ex;
		}
		catch (Throwable ex) {
			// Whatever is thrown here leaks the connection, and the next transaction
			// joins this one.
			return new FenceCheckFailedException("The transaction could not be checked when it began",
					FencedOperation.of(call.token(), null), ex);
		}
	}

	private void refuse(TransactionExecution transaction, GuardedCall call, LeaderElectionException refusal) {
		call.storeFailure(refusal);
		ConnectionHolder holder = holder(transaction);
		FencedTransaction fenced = (holder != null) ? FencedTransactions.of(holder) : null;
		if (fenced != null) {
			fenced.veto(refusal);
			fenced.refusedAtBegin();
		}
		else {
			// Passes silently at the commit, so it is the last resort.
			transaction.setRollbackOnly();
		}
	}

	@Override
	public void beforeCommit(TransactionExecution transaction) {
		ConnectionHolder holder = holder(transaction);
		FencedTransaction fenced = (holder != null) ? FencedTransactions.of(holder) : null;
		if (fenced != null) {
			FencedTransactions.throwKept(fenced.veto());
		}
		if (holder != null && transaction.isNewTransaction()) {
			confirm(holder);
		}
	}

	// Code that swallows a deadlock goes on in a transaction that was never checked.
	private void confirm(ConnectionHolder holder) {
		List<FencedTransaction> transactions = FencedTransactions.ending(holder);
		for (FencedTransaction ending : transactions) {
			for (FencingToken token : List.copyOf(ending.pinned())) {
				confirm(token, holder, ending);
			}
		}
		if (transactions.isEmpty()) {
			// The manager takes no synchronizations, so that nothing was remembered.
			LeadershipContext.current().calls().forEach((call) -> confirm(call.token(), holder, null));
		}
	}

	private void confirm(FencingToken token, ConnectionHolder holder, @Nullable FencedTransaction ending) {
		this.connections.get().forEach(token, (bound) -> bound == holder, (fence) -> fence.confirm(token, ending));
	}

	@Override
	public void afterCommit(TransactionExecution transaction, @Nullable Throwable commitFailure) {
		complete(transaction);
	}

	@Override
	public void afterRollback(TransactionExecution transaction, @Nullable Throwable rollbackFailure) {
		complete(transaction);
	}

	private void complete(TransactionExecution transaction) {
		ConnectionHolder holder = holder(transaction);
		if (holder == null || !transaction.isNewTransaction()) {
			return;
		}
		FencedTransactions.end(holder);
		LeadershipContext.current().calls().forEach((call) -> discardLateWrites(call, holder));
	}

	// What was written after the end without a transaction of its own holds no lock on
	// the fence, and would be committed when the connection goes back to auto-commit
	// mode.
	private void discardLateWrites(GuardedCall call, ConnectionHolder holder) {
		try {
			this.connections.get()
				.forEach(call.token(), (bound) -> bound == holder, (fence) -> fence.connection().rollback());
		}
		catch (RuntimeException ex) {
			logger.debug("The connection broke after its transaction had ended", ex);
		}
	}

	private static @Nullable ConnectionHolder holder(TransactionExecution transaction) {
		return (transaction instanceof DefaultTransactionStatus status && status.hasTransaction()
				&& status.getTransaction() instanceof JdbcTransactionObjectSupport object
				&& object.hasConnectionHolder()) ? object.getConnectionHolder() : null;
	}

}
