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

package io.leaderelection.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderElectionEvent;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderRevokedEvent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what listeners of {@link ElectionEngine} see when they ask back.
 */
class ListenerViewTests {

	private final VirtualCluster cluster = new VirtualCluster();

	private final List<String> seen = new ArrayList<>();

	@Test
	void lesson4And13StateIsFlippedBeforeAnyEventIsPublished() {
		VirtualNode node = this.cluster.start("a", (builder) -> builder.publisher(this::look));
		this.cluster.advance(Duration.ofMillis(100));
		node.loop().jumpWallClock(Duration.ofHours(-1));
		this.cluster.advance(Duration.ofSeconds(1));
		this.cluster.await(node.election().resign(Duration.ofMinutes(1)));
		assertThat(this.seen).containsSubsequence("LeaderGrantedEvent: leads in LEADER",
				"LeaderSuspectedEvent: leads not in SUSPECT", "LeaderConfirmedEvent: leads in LEADER",
				"LeaderRevokedEvent: leads not in FOLLOWER");
	}

	@Test
	void lesson4LeaderThatLostContactIsFlippedBeforeItIsRevoked() {
		VirtualNode node = this.cluster.start("a", (builder) -> builder.publisher(this::look));
		this.cluster.advance(Duration.ofMillis(100));
		node.link().partition();
		this.cluster.advance(VirtualCluster.TTL);
		assertThat(this.seen).last().isEqualTo("LeaderRevokedEvent: leads not in FOLLOWER");
	}

	@Test
	void lesson13EventDeliveredLateStillTellsItsOwnTerm() {
		List<Runnable> deliveries = new ArrayList<>();
		List<LeaderElectionEvent> events = new ArrayList<>();
		VirtualNode node = this.cluster.start("a", (builder) -> builder.dispatcher(deliveries::add)
			.publisher((event) -> events.add((LeaderElectionEvent) event)));
		this.cluster.advance(Duration.ofMillis(100));
		FencingToken token = node.election().leadership().orElseThrow().token();
		node.link().partition();
		this.cluster.advance(VirtualCluster.TTL);
		assertThat(events).isEmpty();
		deliveries.forEach(Runnable::run);
		assertThat(events).filteredOn(LeaderGrantedEvent.class::isInstance)
			.singleElement()
			.satisfies((event) -> assertThat(((LeaderGrantedEvent) event).getToken()).isEqualTo(token))
			.satisfies((event) -> assertThat(((LeaderGrantedEvent) event).getLeadership().isValid()).isFalse());
		assertThat(events).filteredOn(LeaderRevokedEvent.class::isInstance)
			.singleElement()
			.satisfies((event) -> assertThat(((LeaderRevokedEvent) event).getToken()).isEqualTo(token));
	}

	/**
	 * The deadline, the session's expiry and the lost record all tell of the same end.
	 */
	@Test
	void lesson15EndThatIsNoticedSeveralTimesIsRevokedOnce() {
		VirtualNode node = this.cluster.startLeader("a");
		node.loop().freeze();
		this.cluster.advance(Duration.ofSeconds(20));
		node.loop().thaw();
		this.cluster.advance(Duration.ofSeconds(5));
		assertThat(node.election().isLeader()).isTrue();
		assertThat(node.events(LeaderGrantedEvent.class)).extracting((event) -> event.getToken().term())
			.containsExactly(1L, 2L);
		assertThat(node.events(LeaderRevokedEvent.class)).extracting((event) -> event.getToken().term())
			.containsExactly(1L);
	}

	private void look(Object published) {
		LeaderElectionEvent event = (LeaderElectionEvent) published;
		this.seen.add("%s: %s in %s".formatted(event.getClass().getSimpleName(),
				event.getElection().isLeader() ? "leads" : "leads not", event.getElection().state()));
	}

}
