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

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.leaderelection.spi.AdoptionOutcome;
import io.leaderelection.spi.FenceSealer;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;

/**
 * Sealer that raises the fence rows of all databases which an election protects, at the
 * same time and each on a connection of its own. It works on daemon threads of its own;
 * outcomes complete there, or on the JDK's timer when the bound has passed.
 */
public final class JdbcFenceSealer implements FenceSealer, AutoCloseable {

	private final JdbcFencing fencing;

	private final FenceSchemaInitializer schema;

	// A database that does not answer must not hold up the others.
	private final Map<FencedDatabase, SealerThreads> threads = new ConcurrentHashMap<>();

	private final Set<FencedDatabase> prepared = ConcurrentHashMap.newKeySet();

	/**
	 * Create a sealer.
	 * @param fencing the fencing
	 * @param schema the initializer of tables that are still missing, as their database
	 * could not be reached at start-up
	 */
	public JdbcFenceSealer(JdbcFencing fencing, FenceSchemaInitializer schema) {
		this.fencing = fencing;
		this.schema = schema;
	}

	@Override
	public boolean protects(String election) {
		return !this.fencing.databases().of(election).isEmpty();
	}

	@Override
	public CompletionStage<SealOutcome> prepare(String election) {
		List<FencedDatabase> unprepared = this.fencing.databases()
			.of(election)
			.stream()
			.filter(this.prepared::add)
			.toList();
		return seal(unprepared, SealRehearsal.REQUEST,
				(database, deadline) -> new SealRehearsal(this.fencing, database, deadline));
	}

	@Override
	public CompletionStage<SealOutcome> seal(SealRequest request) {
		return seal(this.fencing.databases().of(request.token().election()), request,
				(database, deadline) -> new DatabaseSeal(this.fencing, database, this.schema, request, deadline,
						threads(database).watchers())::run);
	}

	private CompletionStage<SealOutcome> seal(List<FencedDatabase> databases, SealRequest request,
			BiFunction<FencedDatabase, SealDeadline, Supplier<SealOutcome>> attempts) {
		if (databases.stream().anyMatch(FencedTransactions::isAnyChecked)) {
			return CompletableFuture.completedFuture(new SealOutcome.Failed(names(databases),
					"this thread's transaction holds the lock on the fence that would have to be raised"));
		}
		SealDeadline deadline = new SealDeadline(System.nanoTime(), request.bound());
		CompletableFuture<SealOutcome> worst = CompletableFuture
			.completedFuture(new SealOutcome.Sealed(names(databases)));
		for (FencedDatabase database : databases) {
			worst = worst.thenCombine(seal(database, request, attempts.apply(database, deadline)), SealOutcomes::worse);
		}
		return worst;
	}

	private CompletableFuture<SealOutcome> seal(FencedDatabase database, SealRequest request,
			Supplier<SealOutcome> attempt) {
		CompletableFuture<SealOutcome> outcome = new CompletableFuture<>();
		try {
			threads(database).sealers().execute(() -> outcome.complete(attempt.get()));
		}
		catch (RejectedExecutionException ex) {
			outcome.complete(failed(database, "too many earlier attempts still wait for this database"));
		}
		return outcome.completeOnTimeout(
				failed(database, "the fence was not raised within %d ms".formatted(request.bound().toMillis())),
				request.bound().toNanos(), TimeUnit.NANOSECONDS);
	}

	@Override
	public CompletionStage<AdoptionOutcome> adopt(String election, String lineage, Duration bound) {
		CompletableFuture<AdoptionOutcome> all = CompletableFuture.completedFuture(AdoptionOutcome.done());
		for (FencedDatabase database : this.fencing.databases().of(election)) {
			all = all.thenCombine(adopt(database, election, lineage, bound), JdbcFenceSealer::both);
		}
		return all;
	}

	private CompletableFuture<AdoptionOutcome> adopt(FencedDatabase database, String election, String lineage,
			Duration bound) {
		CompletableFuture<AdoptionOutcome> outcome = new CompletableFuture<>();
		try {
			threads(database).sealers().execute(() -> outcome.complete(adopted(database, election, lineage)));
		}
		catch (RejectedExecutionException ex) {
			outcome.complete(notAdopted(database, "too many earlier attempts still wait for this database"));
		}
		return outcome.completeOnTimeout(notAdopted(database, "no answer within %d ms".formatted(bound.toMillis())),
				bound.toNanos(), TimeUnit.NANOSECONDS);
	}

	private AdoptionOutcome adopted(FencedDatabase database, String election, String lineage) {
		try {
			new FenceLineage(this.fencing).adopt(database, election, lineage);
			return AdoptionOutcome.done();
		}
		catch (SQLException | RuntimeException ex) {
			return notAdopted(database, String.valueOf(ex.getMessage()));
		}
	}

	private static AdoptionOutcome notAdopted(FencedDatabase database, String detail) {
		return new AdoptionOutcome(List.of(database.name()), database.name() + ": " + detail);
	}

	private static AdoptionOutcome both(AdoptionOutcome first, AdoptionOutcome second) {
		return new AdoptionOutcome(Stream.concat(first.failed().stream(), second.failed().stream()).toList(),
				first.detail().isEmpty() ? second.detail() : first.detail());
	}

	private SealerThreads threads(FencedDatabase database) {
		return this.threads.computeIfAbsent(database, (key) -> new SealerThreads());
	}

	/**
	 * End the threads; attempts under way fail.
	 */
	@Override
	public void close() {
		this.threads.values().forEach(SealerThreads::close);
	}

	private static List<String> names(List<FencedDatabase> databases) {
		return databases.stream().map(FencedDatabase::name).toList();
	}

	private static SealOutcome failed(FencedDatabase database, String detail) {
		return new SealOutcome.Failed(List.of(database.name()), database.name() + ": " + detail);
	}

}
