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

package io.leaderelection.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderState;
import io.leaderelection.coordinator.ClusterStatus;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.MemberStatus;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Health of the elections that this instance takes part in. It is up whether the instance
 * leads or not, and down once the coordinator has renewed no session for longer than the
 * shortest time-to-live, as this instance can lead nothing then. What is wrong but stops
 * nobody yet, such as a member that does not answer, is a warning. It answers within a
 * second, whatever the coordinator does.
 */
public final class LeaderElectionHealthIndicator extends AbstractHealthIndicator {

	private static final Duration LIMIT = Duration.ofMillis(600);

	private static final Duration PATIENCE = Duration.ofMillis(850);

	private final LeaderElections elections;

	private final Coordinator coordinator;

	private final SessionContact contact;

	private final Function<String, Duration> ttl;

	/**
	 * Create a health indicator.
	 * @param elections the elections
	 * @param coordinator the coordinator
	 * @param contact the memory of the last contact
	 * @param ttl the time-to-live by name of the election
	 */
	public LeaderElectionHealthIndicator(LeaderElections elections, Coordinator coordinator, SessionContact contact,
			Function<String, Duration> ttl) {
		super("Health of the elections cannot be told");
		this.elections = elections;
		this.coordinator = coordinator;
		this.contact = contact;
		this.ttl = ttl;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) throws InterruptedException {
		ClusterStatus cluster = ask();
		Collection<LeaderElection> taken = this.elections.all()
			.stream()
			.filter((election) -> election.state() != LeaderState.STOPPED)
			.toList();
		List<String> warnings = new ArrayList<>(this.coordinator.status().advice());
		warn(cluster, warnings);
		Duration silence = this.contact.silence();
		Duration shortest = taken.stream()
			.map((election) -> this.ttl.apply(election.name()))
			.min(Duration::compareTo)
			.orElse(null);
		if (shortest != null && silence.compareTo(shortest) > 0) {
			warnings.add("The coordinator has renewed no session for %d s".formatted(silence.toSeconds()));
			builder.down();
		}
		else {
			builder.up();
		}
		builder.withDetail("instance", this.elections.instance());
		builder.withDetail("coordinator", new CoordinatorDetails(this.coordinator.status(), cluster).toMap());
		builder.withDetail("elections", ElectionDetails.of(taken, this.elections.instance()));
		if (!warnings.isEmpty()) {
			builder.withDetail("warnings", warnings);
		}
	}

	private ClusterStatus ask() throws InterruptedException {
		try {
			return this.coordinator.inspect(LIMIT)
				.toCompletableFuture()
				.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException ex) {
			return nothing("No answer within %d ms".formatted(PATIENCE.toMillis()));
		}
		catch (ExecutionException ex) {
			return nothing(String.valueOf(ex.getCause()));
		}
	}

	private ClusterStatus nothing(String error) {
		return ClusterStatus.of(MemberStatus.unreachable(this.coordinator.type(), error));
	}

	private static void warn(ClusterStatus cluster, List<String> warnings) {
		if (!cluster.available()) {
			warnings.add("The coordinator cannot decide: " + cluster.error());
		}
		else if (cluster.answering() < cluster.quorum()) {
			warnings.add("Only %d of %d members answer this instance, though they have a quorum of %d"
				.formatted(cluster.answering(), cluster.voters(), cluster.quorum()));
		}
		else if (cluster.answering() < cluster.voters()) {
			warnings.add("Only %d of %d members answer, and %d have to agree".formatted(cluster.answering(),
					cluster.voters(), cluster.quorum()));
		}
	}

}
