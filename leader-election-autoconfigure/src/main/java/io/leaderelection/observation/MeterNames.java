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

package io.leaderelection.observation;

/**
 * Names of the meters of elections and their coordinator.
 */
final class MeterNames {

	static final String LEADER = "leader.election.leader";

	static final String TERM = "leader.election.term";

	static final String PAUSED = "leader.election.paused";

	static final String ELIGIBLE = "leader.election.eligible";

	static final String TTL = "leader.election.ttl";

	static final String LEASE_REMAINING = "leader.election.lease.remaining";

	static final String LEADERLESS = "leader.election.leaderless";

	static final String LEADERLESS_CURRENT = "leader.election.leaderless.current";

	static final String TRANSITIONS = "leader.election.transitions";

	static final String SUSPICIONS = "leader.election.suspicions";

	static final String EXPIRATIONS = "leader.election.expirations";

	static final String CAMPAIGN = "leader.election.campaign";

	static final String CALL = "leader.election.call";

	static final String RENEWAL = "leader.election.renewal";

	static final String WATCH_RELISTS = "leader.election.watch.relists";

	static final String COORDINATOR_AVAILABLE = "leader.election.coordinator.available";

	static final String COORDINATOR_MEMBERS = "leader.election.coordinator.members";

	static final String COORDINATOR_ANSWERING = "leader.election.coordinator.members.answering";

	static final String COORDINATOR_QUORUM = "leader.election.coordinator.quorum";

	static final String COORDINATOR_ALARMS = "leader.election.coordinator.alarms";

	static final String COORDINATOR_SILENCE = "leader.election.coordinator.silence";

	private MeterNames() {
	}

}
