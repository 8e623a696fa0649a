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
import org.jspecify.annotations.Nullable;

/**
 * Operation that a fence judges.
 *
 * @param election the name of the election, or {@code null} if none is known
 * @param token the token of the work, or {@code null} if it has none
 * @param statement the statement or request, or {@code null} if there is none
 */
public record FencedOperation(@Nullable String election, @Nullable FencingToken token, @Nullable String statement) {

	private static final int MAX_STATEMENT = 500;

	/**
	 * Return the operation of work that has a token.
	 * @param token the token
	 * @param statement the statement or request, or {@code null}
	 * @return the operation
	 */
	public static FencedOperation of(FencingToken token, @Nullable String statement) {
		return new FencedOperation(token.election(), token, statement);
	}

	/**
	 * Return the message of an exception about this operation.
	 * @param problem what is wrong, as a sentence without a full stop
	 * @param stored the grant that the resource remembers, or {@code null}
	 * @return the message
	 */
	String describe(String problem, @Nullable StoredGrant stored) {
		StringBuilder message = new StringBuilder(problem);
		message.append(" [election: ").append((this.election != null) ? this.election : "none");
		message.append(", own grant: ").append((this.token != null) ? own(this.token) : "none");
		if (stored != null) {
			message.append(", stored grant: ").append(stored);
		}
		if (this.statement != null) {
			message.append(", statement: ").append(abbreviate(this.statement));
		}
		return message.append(']').toString();
	}

	private static String own(FencingToken token) {
		return new StoredGrant(token.term(), token.grantId()).toString();
	}

	private static String abbreviate(String statement) {
		return (statement.length() <= MAX_STATEMENT) ? statement : statement.substring(0, MAX_STATEMENT) + "...";
	}

}
