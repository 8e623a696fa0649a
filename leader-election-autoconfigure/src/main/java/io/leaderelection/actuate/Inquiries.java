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

package io.leaderelection.actuate;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.leaderelection.coordinator.ClusterStatus;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.coordinator.HistoryOutcome;
import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.Unknown;
import org.jspecify.annotations.Nullable;

/**
 * Questions to the coordinator on behalf of somebody who waits: each ends in time and
 * with an answer, whatever the coordinator does.
 */
final class Inquiries {

	/**
	 * How long the coordinator may take to answer. Leaves somebody who expects an answer
	 * within a second the time to get it.
	 */
	private static final Duration LIMIT = Duration.ofMillis(600);

	private static final Duration GRACE = Duration.ofMillis(150);

	private final Coordinator coordinator;

	Inquiries(Coordinator coordinator) {
		this.coordinator = coordinator;
	}

	CompletableFuture<CoordinatorDescription> coordinator() {
		CompletableFuture<ClusterStatus> cluster = ask(() -> this.coordinator.inspect(LIMIT), LIMIT.plus(GRACE),
				new ClusterStatus(false, 1, List.of(), "no answer within %d ms".formatted(LIMIT.toMillis())));
		CompletableFuture<LineageOutcome> lineage = ask(this.coordinator::lineage, LIMIT, noAnswer());
		return cluster.thenCombine(lineage, (status, outcome) -> CoordinatorDescription.of(this.coordinator.status(),
				status, (outcome instanceof LineageOutcome.Known known) ? known.lineage() : null));
	}

	CompletableFuture<History> history(String election, int terms) {
		CompletableFuture<HistoryOutcome> asked = ask(() -> this.coordinator.history(election, terms), LIMIT,
				noAnswer());
		return asked.thenApply(History::of);
	}

	private static Unknown noAnswer() {
		return new Unknown("no answer within %d ms".formatted(LIMIT.toMillis()));
	}

	private static <T> CompletableFuture<T> ask(Supplier<? extends CompletionStage<? extends T>> question,
			Duration limit, T otherwise) {
		CompletableFuture<T> answer = new CompletableFuture<>();
		question.get().whenComplete((outcome, failure) -> answer.complete((outcome != null) ? outcome : otherwise));
		return answer.completeOnTimeout(otherwise, limit.toNanos(), TimeUnit.NANOSECONDS);
	}

	/**
	 * History of an election, or why it could not be read.
	 *
	 * @param entries the terms, latest first
	 * @param error why it could not be read, or {@code null}
	 */
	record History(List<HistoryEntry> entries, @Nullable String error) {

		static History of(HistoryOutcome outcome) {
			if (outcome instanceof HistoryOutcome.Entries read) {
				return new History(read.entries(), null);
			}
			if (outcome instanceof Unknown unknown) {
				return new History(List.of(), unknown.detail());
			}
			return new History(List.of(), (outcome instanceof Refused refused) ? refused.detail() : outcome.toString());
		}

	}

}
