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
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import io.leaderelection.FencingToken;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the current transaction of one database: the grants that it is pinned
 * to, and for which of them it holds the lock on the fence. Used by one thread at a time.
 */
final class FencedTransaction {

	private static final Log logger = LogFactory.getLog(FencedTransaction.class);

	private final Map<String, FencingToken> pinned = new HashMap<>();

	private final Set<String> checked = new HashSet<>();

	private final SessionClaim claim = new SessionClaim();

	private @Nullable Connection connection;

	private @Nullable RuntimeException veto;

	private boolean refusedAtBegin;

	/**
	 * Pin the transaction to the grant, unless it is pinned to one of the same election.
	 * @param token the token
	 * @return the token that the transaction is pinned to
	 */
	FencingToken pin(FencingToken token) {
		FencingToken present = this.pinned.putIfAbsent(token.election(), token);
		return (present != null) ? present : token;
	}

	/**
	 * Return the grants that the transaction is pinned to.
	 * @return the tokens, one an election
	 */
	Collection<FencingToken> pinned() {
		return this.pinned.values();
	}

	/**
	 * Return whether the fence stands at the token and cannot be raised before this
	 * transaction ends.
	 * @param token the token
	 * @param current the connection in use
	 * @return whether it was checked
	 */
	boolean isChecked(FencingToken token, Connection current) {
		return this.connection == current && this.checked.contains(token.election())
				&& token.equals(this.pinned.get(token.election()));
	}

	void checked(FencingToken token, Connection current) {
		if (this.connection != current) {
			this.checked.clear();
			this.connection = current;
		}
		this.checked.add(token.election());
	}

	/**
	 * Take note that the session claims something beyond the end of the transaction.
	 * @param current the connection in use
	 * @param drop the statement that takes it back
	 */
	void claimed(Connection current, String drop) {
		this.claim.made(current, drop);
	}

	/**
	 * Take back what the session claims, once nothing more is written.
	 */
	void dropClaim() {
		this.claim.drop();
	}

	/**
	 * Return whether any lock on a fence is held.
	 * @return whether anything was checked
	 */
	boolean isAnyChecked() {
		return !this.checked.isEmpty();
	}

	/**
	 * Forget which locks are held, as they may be lost: after errors and savepoints.
	 */
	void forget() {
		this.checked.clear();
	}

	/**
	 * Begin anew, as the transaction has ended.
	 */
	void end() {
		this.checked.clear();
		this.pinned.clear();
		this.veto = null;
		this.refusedAtBegin = false;
		this.connection = null;
	}

	/**
	 * Commit what was written, and checked, between the commit of the transaction and the
	 * return of its connection.
	 */
	void commitLateWrites() {
		Connection current = this.connection;
		if (current == null || this.checked.isEmpty() || this.veto != null) {
			return;
		}
		try {
			if (!current.getAutoCommit()) {
				current.commit();
			}
		}
		catch (SQLException ex) {
			logger.warn("What was written after the end of a transaction could not be committed", ex);
		}
	}

	void veto(RuntimeException exception) {
		if (this.veto == null) {
			this.veto = exception;
		}
	}

	/**
	 * Return the first refusal, which keeps the transaction from being committed.
	 * @return the refusal, or {@code null}
	 */
	@Nullable RuntimeException veto() {
		return this.veto;
	}

	/**
	 * Take note that the transaction was refused when it began, where nothing could be
	 * thrown.
	 */
	void refusedAtBegin() {
		this.refusedAtBegin = true;
	}

	/**
	 * Return the refusal that could not be thrown when the transaction began.
	 * @return the refusal, or {@code null}
	 */
	@Nullable RuntimeException refusalAtBegin() {
		return this.refusedAtBegin ? this.veto : null;
	}

}
