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

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import io.leaderelection.fencing.AmbiguousTokenException;
import io.leaderelection.fencing.FencedOperation;
import io.leaderelection.fencing.NoFencingTokenException;
import org.jspecify.annotations.Nullable;

/**
 * Resolver of the guarded call whose token fences a write to a database.
 */
final class TokenResolver {

	private final JdbcFencing fencing;

	private final FencedDatabase database;

	private final @Nullable String election;

	/**
	 * Create a resolver.
	 * @param fencing the fencing
	 * @param database the database
	 * @param election the election that fences all writes, or {@code null} for the one
	 * that the current work belongs to
	 */
	TokenResolver(JdbcFencing fencing, FencedDatabase database, @Nullable String election) {
		this.fencing = fencing;
		this.database = database;
		this.election = election;
	}

	/**
	 * Return the call that the current thread works for.
	 * @param sql the statement
	 * @return the call
	 * @throws NoFencingTokenException if the thread works for no election that protects
	 * the database
	 * @throws AmbiguousTokenException if it works for several
	 */
	GuardedCall resolve(@Nullable String sql) {
		LeadershipContext context = LeadershipContext.current();
		FencedOperation operation = new FencedOperation(this.election, null, sql);
		List<GuardedCall> calls = new ArrayList<>(1);
		for (GuardedCall call : context.calls()) {
			String name = call.token().election();
			if ((this.election == null || this.election.equals(name))
					&& this.fencing.databases().isProtected(name, this.database)) {
				calls.add(call);
			}
		}
		if (calls.isEmpty()) {
			throw new NoFencingTokenException(explain(context), operation);
		}
		if (calls.size() > 1) {
			throw new AmbiguousTokenException(
					"The thread carries several tokens for DataSource '%s' (%s); build a template for one election"
						.formatted(this.database.name(),
								calls.stream().map((call) -> call.token().toString()).toList()),
					operation);
		}
		return calls.get(0);
	}

	private String explain(LeadershipContext context) {
		if (context.isEmpty()) {
			return "The thread carries no fencing token: write from a @LeaderOnly method and hand its token to other threads";
		}
		return "None of the elections %s, whose tokens the thread carries, protects DataSource '%s'%s".formatted(
				context.calls().stream().map((call) -> call.token().election()).toList(), this.database.name(),
				(this.election != null) ? " under this template's election" : "");
	}

}
