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

import java.time.Duration;
import java.util.Set;

import io.leaderelection.FencingToken;
import io.leaderelection.jdbc.FenceSql;
import io.leaderelection.jdbc.GrantClaim;
import org.jspecify.annotations.Nullable;

/**
 * Parts of statements that change with the grant only. The last ones are remembered, as
 * making them takes a good part of the time that a fenced write adds to this process.
 */
final class GrantTexts {

	private volatile @Nullable Claim claim;

	private volatile @Nullable Condition condition;

	/**
	 * Return what a transaction claims.
	 * @param namespace the namespace of the application
	 * @param tokens the tokens, not to be changed afterwards
	 * @return the claim
	 */
	String claim(String namespace, Set<FencingToken> tokens) {
		Claim known = this.claim;
		if (known == null || !known.tokens.equals(tokens) || !known.namespace.equals(namespace)) {
			known = new Claim(namespace, tokens, GrantClaim.of(namespace, tokens));
			this.claim = known;
		}
		return known.text;
	}

	/**
	 * Return the condition that makes the check part of a statement.
	 * @param sql the statements of the dialect
	 * @param namespace the namespace of the application
	 * @param token the token
	 * @param idleLimit the time that the transaction may sit idle
	 * @param claim what the transaction claims
	 * @return the condition
	 */
	String condition(FenceSql sql, String namespace, FencingToken token, Duration idleLimit, String claim) {
		Condition known = this.condition;
		if (known == null || !known.isFor(namespace, token, idleLimit, claim)) {
			known = new Condition(namespace, token, idleLimit, claim,
					sql.embeddedCheck(namespace, token, idleLimit, claim));
			this.condition = known;
		}
		return known.text;
	}

	private record Claim(String namespace, Set<FencingToken> tokens, String text) {

	}

	private record Condition(String namespace, FencingToken token, Duration idleLimit, String claim, String text) {

		boolean isFor(String namespace, FencingToken token, Duration idleLimit, String claim) {
			return this.token.equals(token) && this.claim.equals(claim) && this.idleLimit.equals(idleLimit)
					&& this.namespace.equals(namespace);
		}

	}

}
