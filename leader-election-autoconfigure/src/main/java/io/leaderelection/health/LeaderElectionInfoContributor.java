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

import java.util.LinkedHashMap;
import java.util.Map;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;

import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/**
 * Information about the elections that this instance takes part in: who leads each.
 */
public final class LeaderElectionInfoContributor implements InfoContributor {

	private final LeaderElections elections;

	private final String namespace;

	private final String coordinator;

	/**
	 * Create a contributor.
	 * @param elections the elections
	 * @param namespace the namespace of the elections
	 * @param coordinator the kind of coordinator
	 */
	public LeaderElectionInfoContributor(LeaderElections elections, String namespace, String coordinator) {
		this.elections = elections;
		this.namespace = namespace;
		this.coordinator = coordinator;
	}

	@Override
	public void contribute(Info.Builder builder) {
		Map<String, Object> details = new LinkedHashMap<>();
		details.put("instance", this.elections.instance());
		details.put("namespace", this.namespace);
		details.put("coordinator", this.coordinator);
		Map<String, Object> leaders = new LinkedHashMap<>();
		for (LeaderElection election : this.elections.all()) {
			leaders.put(election.name(), election.isLeader() ? this.elections.instance()
					: election.observedLeader().map((leader) -> leader.instance()).orElse("nobody"));
		}
		details.put("leaders", leaders);
		builder.withDetail("leaderElection", details);
	}

}
