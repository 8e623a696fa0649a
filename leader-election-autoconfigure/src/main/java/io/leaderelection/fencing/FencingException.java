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

package io.leaderelection.fencing;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderElectionException;
import org.jspecify.annotations.Nullable;

/**
 * Base of the exceptions by which a fenced resource refuses an operation. The operation
 * was not carried out, and a transaction that it belongs to was marked rollback-only.
 */
public abstract class FencingException extends LeaderElectionException {

	private final transient FencedOperation operation;

	private final transient @Nullable StoredGrant stored;

	protected FencingException(String problem, FencedOperation operation, @Nullable StoredGrant stored) {
		super(operation.describe(problem, stored));
		this.operation = operation;
		this.stored = stored;
	}

	protected FencingException(String problem, FencedOperation operation, @Nullable StoredGrant stored,
			Throwable cause) {
		super(operation.describe(problem, stored), cause);
		this.operation = operation;
		this.stored = stored;
	}

	/**
	 * Return the name of the election.
	 * @return the name, or {@code null} if none is known
	 */
	public @Nullable String getElection() {
		return this.operation.election();
	}

	/**
	 * Return the token of the work.
	 * @return the token, or {@code null} if the work has none
	 */
	public @Nullable FencingToken getToken() {
		return this.operation.token();
	}

	/**
	 * Return the statement or request that was refused.
	 * @return the statement, or {@code null} if there is none
	 */
	public @Nullable String getStatement() {
		return this.operation.statement();
	}

	/**
	 * Return the grant that the resource remembers.
	 * @return the stored grant, or {@code null} if none was found
	 */
	public @Nullable StoredGrant getStored() {
		return this.stored;
	}

}
