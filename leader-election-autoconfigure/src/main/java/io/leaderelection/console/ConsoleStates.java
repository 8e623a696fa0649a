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

package io.leaderelection.console;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.leaderelection.actuate.CoordinatorDescription;
import io.leaderelection.actuate.ElectionDescription;
import io.leaderelection.actuate.ElectionTerms;
import io.leaderelection.actuate.ElectionsDescription;
import io.leaderelection.actuate.LeaderReports;
import io.leaderelection.console.ConsoleState.Content;
import io.leaderelection.console.ConsoleState.ElectionState;
import io.leaderelection.coordinator.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * Composition of what the page shows from what this instance knows by itself. The
 * coordinator is asked for its own state every few seconds while somebody looks on, and
 * for histories when something changed; nothing waits for its answers. Lives on the
 * thread of the loop.
 */
final class ConsoleStates {

	private static final Duration COORDINATOR_AGE = Duration.ofSeconds(5);

	private final LeaderReports reports;

	private final ConsoleRecords records;

	private final Function<String, Duration> ttl;

	private final boolean writable;

	private final EventLoop loop;

	private final TermHistories histories;

	private @Nullable CoordinatorDescription coordinator;

	private boolean asking;

	private boolean asked;

	private long askedAt;

	ConsoleStates(LeaderReports reports, ConsoleRecords records, Function<String, Duration> ttl, boolean writable,
			EventLoop loop) {
		this.reports = reports;
		this.records = records;
		this.ttl = ttl;
		this.writable = writable;
		this.loop = loop;
		this.histories = new TermHistories(reports, loop);
	}

	Content content() {
		askForCoordinator();
		ElectionsDescription known = this.reports.known();
		List<ElectionDescription> elections = known.elections();
		this.histories.retain(elections.stream().map(ElectionDescription::name).collect(Collectors.toSet()));
		return new Content(known.instance(), this.writable, this.coordinator, this.records.renewals().latest(),
				elections.stream().map((election) -> describe(election, elections.size())).toList());
	}

	private ElectionState describe(ElectionDescription election, int elections) {
		ElectionTerms read = this.histories.of(election, elections);
		List<TermSpan> terms = read.terms()
			.stream()
			.map((term) -> TermSpan.of(term, this.records.sightings().end(election.name(), term.term())))
			.toList();
		return new ElectionState(election.withoutRemaining(), terms, read.error(),
				Failover.in(terms, this.ttl.apply(election.name())), this.records.rejections().of(election.name()),
				this.writable ? TakenOrders.in(election, this.coordinator) : List.of());
	}

	private void askForCoordinator() {
		long now = this.loop.nanoTime();
		if (this.asking || (this.asked && now - this.askedAt < COORDINATOR_AGE.toNanos())) {
			return;
		}
		this.reports.coordinator().whenComplete((answer, failure) -> this.loop.execute(() -> {
			this.coordinator = answer;
			this.asking = false;
		}));
		this.asking = true;
		this.asked = true;
		this.askedAt = now;
	}

}
