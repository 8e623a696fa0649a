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

package io.leaderelection.coordinator.jdbc;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Rows of a namespace: every answer is checked for a restore. Renewals have a connection
 * of their own, so that nothing delays them.
 */
final class JdbcStore {

	private final JdbcCoordinatorSettings settings;

	private final String author;

	private final RestoreGuard guard;

	private final ConnectionLane renewals;

	private final ConnectionLane calls;

	private final GatheredChanges gathered;

	// Used on the thread of the calls only.
	private @Nullable DatabaseSession followed;

	/**
	 * Create a store.
	 * @param settings the settings
	 * @param author the name under which changes are announced, of its own for each
	 * coordinator
	 * @param guard the detector of restores
	 * @param renewals the lane for sessions being opened and renewed
	 * @param calls the lane for everything else
	 */
	JdbcStore(JdbcCoordinatorSettings settings, String author, RestoreGuard guard, ConnectionLane renewals,
			ConnectionLane calls) {
		this.settings = settings;
		this.author = author;
		this.guard = guard;
		this.renewals = renewals;
		this.calls = calls;
		this.gathered = new GatheredChanges(this);
	}

	/**
	 * Return a gatherer of calls, in none of which comes together what was wanted before
	 * and after a restore.
	 * @param <I> the type of what is wanted
	 * @param <O> the type of what answers it
	 * @param limit how much is done at once, at most
	 * @param call makes a call
	 * @return the gatherer
	 */
	<I, O> Batching<I, O> batching(int limit, Function<Supplier<List<I>>, CompletableFuture<O>> call) {
		return new Batching<>(limit, () -> this.guard.mark().restores(), call);
	}

	/**
	 * Change something of which watches have to know. Never repeated.
	 * @param <O> the type of the outcome
	 * @param exchange the statements after the one that takes the lock
	 * @return the outcome, or how it failed
	 */
	<O> CompletableFuture<O> change(Exchange<O> exchange) {
		return change(exchange, this.settings.callTimeout());
	}

	/**
	 * Change something of which watches have to know. Never repeated.
	 * @param <O> the type of the outcome
	 * @param exchange the statements after the one that takes the lock
	 * @param timeout when to give up
	 * @return the outcome, or how it failed
	 */
	<O> CompletableFuture<O> change(Exchange<O> exchange, Duration timeout) {
		return change(exchange, this.guard.mark(), timeout);
	}

	/**
	 * Change something of which watches have to know. Never repeated.
	 * @param <O> the type of the outcome
	 * @param exchange the statements after the one that takes the lock
	 * @param sent what was known when the change was asked for
	 * @param timeout when to give up
	 * @return the outcome, or how it failed
	 */
	<O> CompletableFuture<O> change(Exchange<O> exchange, RestoreGuard.Mark sent, Duration timeout) {
		CompletableFuture<O> answer = this.calls.submit((session) -> perform(session, sent, true, exchange), timeout);
		return answer.exceptionallyCompose((failure) -> Failures.isConstraint(failure) ? explain(sent, failure)
				: CompletableFuture.failedFuture(failure));
	}

	/**
	 * Change something of which watches have to know, in one script with other changes
	 * that wait for the connection. Never repeated, unless the database says that it did
	 * nothing, perhaps because of one of the others.
	 * @param <O> the type of the outcome
	 * @param exchange the statements after the one that takes the lock
	 * @return the outcome, or how it failed
	 */
	<O> CompletableFuture<O> changeWithOthers(Exchange<O> exchange) {
		return this.gathered.add(exchange);
	}

	// A change may have failed because the namespace is not the one known.
	private <O> CompletableFuture<O> explain(RestoreGuard.Mark sent, Throwable failure) {
		return this.calls
			.submitRepeatable((session) -> perform(session, sent, false, (script) -> (answer, revision) -> revision),
					this.settings.callTimeout())
			.thenCompose((revision) -> CompletableFuture.failedFuture(failure));
	}

	/**
	 * Read.
	 * @param <O> the type of the outcome
	 * @param exchange the queries
	 * @return the outcome, or how it failed
	 */
	<O> CompletableFuture<O> read(Exchange<O> exchange) {
		return read(exchange, this.settings.callTimeout());
	}

	/**
	 * Read.
	 * @param <O> the type of the outcome
	 * @param exchange the queries
	 * @param timeout when to give up
	 * @return the outcome, or how it failed
	 */
	<O> CompletableFuture<O> read(Exchange<O> exchange, Duration timeout) {
		RestoreGuard.Mark sent = this.guard.mark();
		return this.calls.submitRepeatable((session) -> perform(session, sent, false, exchange), timeout);
	}

	/**
	 * Read what changed. Fails with a {@link ReplacedConnectionException} if the
	 * connection was lost since it was last done, whoever lost it, so that a watch lists
	 * everything anew.
	 * @param <O> the type of the outcome
	 * @param exchange the queries
	 * @return the outcome, or how it failed
	 */
	<O> CompletableFuture<O> follow(Exchange<O> exchange) {
		RestoreGuard.Mark sent = this.guard.mark();
		return this.calls.submit((session) -> {
			DatabaseSession before = this.followed;
			this.followed = null;
			O outcome = perform(session, sent, false, exchange);
			this.followed = session;
			return new Followed<>(outcome, before == null || before.equals(session));
		}, this.settings.callTimeout())
			.thenCompose((followed) -> followed.seamless ? CompletableFuture.completedFuture(followed.outcome)
					: CompletableFuture.failedFuture(new ReplacedConnectionException()));
	}

	/**
	 * Open or renew a session, which may be done twice.
	 * @param <O> the type of the outcome
	 * @param exchange the statements, which leave the row of the namespace alone
	 * @param timeout when to give up
	 * @return the outcome, or how it failed
	 */
	<O> CompletableFuture<O> renew(Exchange<O> exchange, Duration timeout) {
		RestoreGuard.Mark sent = this.guard.mark();
		return this.renewals.submitRepeatable((session) -> perform(session, sent, false, exchange), timeout);
	}

	/**
	 * Run a change on a namespace that does not exist, so that it changes nothing and
	 * waits for nobody.
	 * @param namespace a name that no namespace has
	 * @param exchange the statements after the one that takes the lock
	 * @return done, or how it failed
	 */
	CompletableFuture<Boolean> rehearse(String namespace, Exchange<?> exchange) {
		return this.calls.submit((session) -> {
			NamespaceScript script = new NamespaceScript(namespace, session.dialect());
			script.beginChange(new RestoreGuard.Mark(0, 1, namespace));
			exchange.prepare(script);
			script.notifyWatches(this.author);
			script.state();
			session.run(script.script());
			return true;
		}, this.settings.callTimeout());
	}

	/**
	 * Read the lineage, which is created if there is none and none was known.
	 * @return the lineage, or how the read failed
	 */
	CompletableFuture<String> lineage() {
		return lineage(this.settings.callTimeout());
	}

	/**
	 * Read the lineage, which is created if there is none and none was known.
	 * @param timeout when to give up
	 * @return the lineage, or how the read failed
	 */
	CompletableFuture<String> lineage(Duration timeout) {
		return read((script) -> {
			Script.Query<String> lineage = script.lineage();
			return (answer, revision) -> answer.only(lineage);
		}, timeout);
	}

	RestoreGuard.Mark mark() {
		return this.guard.mark();
	}

	Duration callTimeout() {
		return this.settings.callTimeout();
	}

	private <O> O perform(DatabaseSession session, RestoreGuard.Mark sent, boolean change, Exchange<O> exchange)
			throws SQLException {
		RestoreGuard.Mark known = known(session, sent);
		NamespaceScript script = new NamespaceScript(this.settings.namespace(), session.dialect());
		if (change) {
			script.beginChange(known);
		}
		Exchange.Reader<O> reader = exchange.prepare(script);
		if (change) {
			script.notifyWatches(this.author);
		}
		Script.Query<NamespaceState> state = script.state();
		ScriptAnswer answer = session.run(script.script());
		NamespaceState found = this.guard.check(known, answer.first(state));
		return reader.read(answer, found.revision());
	}

	private RestoreGuard.Mark known(DatabaseSession session, RestoreGuard.Mark sent) throws SQLException {
		RestoreGuard.Mark known = this.guard.current(sent);
		if (known.lineage() != null) {
			return known;
		}
		this.guard.check(known, created(session));
		return this.guard.current(sent);
	}

	private @Nullable NamespaceState created(DatabaseSession session) throws SQLException {
		NamespaceScript script = new NamespaceScript(this.settings.namespace(), session.dialect());
		script.createNamespace(UUID.randomUUID().toString());
		Script.Query<NamespaceState> state = script.state();
		try {
			return session.run(script.script()).first(state);
		}
		catch (SQLException ex) {
			if (Failures.isConstraint(ex)) {
				throw new SQLTransientConnectionException(
						"The namespace was created by another instance at this moment", "08000", ex);
			}
			throw ex;
		}
	}

	/**
	 * Answer to a watch.
	 *
	 * @param outcome the outcome
	 * @param seamless whether the connection is that of the answer before
	 */
	private record Followed<O>(O outcome, boolean seamless) {

	}

}
