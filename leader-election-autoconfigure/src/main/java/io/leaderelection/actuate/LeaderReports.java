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

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.actuate.Inquiries.History;
import io.leaderelection.coordinator.Coordinator;
import org.jspecify.annotations.Nullable;

/**
 * Reports on elections: what this instance knows by itself, and what the coordinator adds
 * within a good half second. If the coordinator does not answer, the report says so and
 * is complete otherwise. May be used by any thread; blocks for that time at most.
 */
public final class LeaderReports {

	/**
	 * Number of elections up to which a report on all of them asks the coordinator for
	 * their last terms: a database answers one question of an instance after the other.
	 */
	private static final int ASKED_FOR = 32;

	private static final int LAST_TERMS = 5;

	private static final History UNKNOWN = new History(List.of(), null);

	private final LeaderElections elections;

	private final @Nullable Inquiries inquiries;

	/**
	 * Create reports.
	 * @param elections the elections
	 * @param coordinator the coordinator, or {@code null} if elections are disabled
	 */
	public LeaderReports(LeaderElections elections, @Nullable Coordinator coordinator) {
		this.elections = elections;
		this.inquiries = (coordinator != null) ? new Inquiries(coordinator) : null;
	}

	/**
	 * Report on all elections that this instance takes part in.
	 * @return the report
	 */
	public ElectionsDescription all() {
		List<LeaderElection> joined = List.copyOf(this.elections.all());
		Inquiries asked = this.inquiries;
		if (asked == null) {
			return known();
		}
		CompletableFuture<CoordinatorDescription> description = asked.coordinator();
		List<CompletableFuture<History>> histories = joined.stream()
			.map((election) -> (joined.size() <= ASKED_FOR) ? asked.history(election.name(), LAST_TERMS)
					: CompletableFuture.completedFuture(UNKNOWN))
			.toList();
		List<History> read = histories.stream().map(CompletableFuture::join).toList();
		List<ElectionDescription> described = new ArrayList<>();
		for (int i = 0; i < joined.size(); i++) {
			described.add(describe(joined.get(i), read.get(i)));
		}
		return new ElectionsDescription(this.elections.instance(), description.join(), described);
	}

	/**
	 * Report on all elections what this instance knows by itself, at once and without
	 * asking the coordinator.
	 * @return the report, without the coordinator and without what the history tells
	 */
	public ElectionsDescription known() {
		return new ElectionsDescription(this.elections.instance(), null,
				this.elections.all().stream().map((election) -> describe(election, UNKNOWN)).toList());
	}

	/**
	 * Ask for the coordinator's own state.
	 * @return the description to come, {@code null} if elections are disabled; never
	 * fails
	 */
	public CompletionStage<@Nullable CoordinatorDescription> coordinator() {
		Inquiries asked = this.inquiries;
		return (asked != null) ? asked.coordinator().thenApply((description) -> description)
				: CompletableFuture.completedFuture(null);
	}

	/**
	 * Ask the coordinator for the last terms of an election.
	 * @param election the name of the election
	 * @param terms the greatest number of terms
	 * @return the terms to come, or why they could not be read; never fails
	 */
	public CompletionStage<ElectionTerms> terms(String election, int terms) {
		Inquiries asked = this.inquiries;
		return (asked != null) ? asked.history(election, terms).thenApply(ElectionTerms::of)
				: CompletableFuture.completedFuture(ElectionTerms.of(UNKNOWN));
	}

	/**
	 * Report on one election, with its history.
	 * @param name the name of the election
	 * @return the report, or empty if this instance takes no part in such an election
	 */
	public Optional<ElectionDetails> of(String name) {
		return find(name).map(this::details);
	}

	/**
	 * Return the identity of this instance.
	 * @return the identity
	 */
	String instance() {
		return this.elections.instance();
	}

	/**
	 * Return the names of the elections that this instance takes part in.
	 * @return the names
	 */
	List<String> names() {
		return this.elections.all().stream().map(LeaderElection::name).toList();
	}

	/**
	 * Return an election that this instance takes part in. Other than
	 * {@link LeaderElections#get} it makes this instance no candidate.
	 * @param name the name of the election
	 * @return the election, if there is one
	 */
	Optional<LeaderElection> find(String name) {
		return this.elections.all().stream().filter((election) -> election.name().equals(name)).findFirst();
	}

	private ElectionDetails details(LeaderElection election) {
		Inquiries asked = this.inquiries;
		if (asked == null) {
			return new ElectionDetails(this.elections.instance(), null, describe(election, UNKNOWN), List.of(), null);
		}
		CompletableFuture<CoordinatorDescription> description = asked.coordinator();
		History history = asked.history(election.name(), Coordinator.HISTORY_LIMIT).join();
		return new ElectionDetails(this.elections.instance(), description.join(), describe(election, history),
				ElectionTerms.of(history).terms(), history.error());
	}

	private ElectionDescription describe(LeaderElection election, History history) {
		return new ElectionPortrait(this.elections.instance(), election.status(), history.entries()).describe();
	}

}
