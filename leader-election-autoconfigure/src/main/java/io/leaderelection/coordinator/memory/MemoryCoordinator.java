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

package io.leaderelection.coordinator.memory;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

import io.leaderelection.ControlRequest;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.ClusterStatus;
import io.leaderelection.coordinator.ControlOutcome;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.CoordinatorStatus;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.HistoryOutcome;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.coordinator.MemberStatus;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.RenewalOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionOutcome;
import io.leaderelection.coordinator.SessionRequest;
import io.leaderelection.coordinator.Subscription;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.coordinator.WatchEvent;

/**
 * Coordinator for tests and simulations: a client of a {@link MemoryCluster} in the same
 * process. It has no threads of its own and completes its calls on the given loop.
 */
public final class MemoryCoordinator implements Coordinator {

	private static final Duration LONGEST_RENEWAL = Duration.ofMillis(1500);

	private static final String ENDPOINT = "memory";

	private final MemoryClient client;

	private final Settings settings;

	/**
	 * Create a client with the default settings.
	 * @param cluster the server
	 * @param loop the client's loop, which may be the server's
	 */
	public MemoryCoordinator(MemoryCluster cluster, EventLoop loop) {
		this(cluster, loop, Settings.DEFAULTS);
	}

	/**
	 * Create a client.
	 * @param cluster the server
	 * @param loop the client's loop, which may be the server's
	 * @param settings the settings
	 */
	public MemoryCoordinator(MemoryCluster cluster, EventLoop loop, Settings settings) {
		this.client = new MemoryClient(cluster, loop);
		this.settings = settings;
	}

	/**
	 * Return the connection to the cluster, to script its faults.
	 * @return the connection
	 */
	public MemoryLink link() {
		return this.client.link();
	}

	@Override
	public String type() {
		return "memory";
	}

	@Override
	public CompletionStage<LineageOutcome> lineage() {
		return call(LineageOutcome.class, Operation.LINEAGE, MemoryStore::lineage);
	}

	@Override
	public CompletionStage<SessionOutcome> open(SessionRequest request) {
		return call(SessionOutcome.class, Operation.OPEN, (store) -> store.open(request));
	}

	@Override
	public CompletionStage<RenewalOutcome> renew(Session session) {
		Duration fifth = session.ttl().dividedBy(5);
		Duration timeout = (fifth.compareTo(LONGEST_RENEWAL) < 0) ? fifth : LONGEST_RENEWAL;
		return call(RenewalOutcome.class, Operation.RENEW, timeout, (store) -> store.renew(session));
	}

	@Override
	public CompletionStage<ChangeOutcome> close(Session session) {
		return call(ChangeOutcome.class, Operation.CLOSE, (store) -> store.close(session));
	}

	@Override
	public CompletionStage<ChangeOutcome> enlist(Session session, String election, Map<String, String> metadata) {
		return call(ChangeOutcome.class, Operation.ENLIST, (store) -> store.enlist(session, election, metadata));
	}

	@Override
	public CompletionStage<ChangeOutcome> delist(Session session, String election) {
		return call(ChangeOutcome.class, Operation.DELIST,
				(store) -> store.election(election).delist(session.instance(), session.id(), store));
	}

	@Override
	public CompletionStage<CampaignOutcome> campaign(Campaign campaign) {
		return call(CampaignOutcome.class, Operation.CAMPAIGN,
				(store) -> store.election(campaign.election()).campaign(campaign, store));
	}

	@Override
	public CompletionStage<ReadOutcome> read(String election) {
		return call(ReadOutcome.class, Operation.READ, (store) -> new ReadOutcome.Read(store.view(election)));
	}

	@Override
	public CompletionStage<ChangeOutcome> discard(LeaderRecord record) {
		return call(ChangeOutcome.class, Operation.DISCARD,
				(store) -> store.election(record.election()).discard(record, store));
	}

	@Override
	public CompletionStage<ChangeOutcome> resign(LeaderRecord record, RevocationReason reason, ControlRequest request) {
		return call(ChangeOutcome.class, Operation.RESIGN,
				(store) -> store.election(record.election()).resign(record, reason, request, store));
	}

	@Override
	public CompletionStage<ChangeOutcome> nominate(LeaderRecord record, String target) {
		return call(ChangeOutcome.class, Operation.NOMINATE,
				(store) -> store.election(record.election()).nominate(record, target, store));
	}

	@Override
	public CompletionStage<ControlOutcome> pause(String election, ControlRequest request) {
		return call(ControlOutcome.class, Operation.PAUSE, (store) -> store.election(election).pause(request, store));
	}

	@Override
	public CompletionStage<ChangeOutcome> resume(String election, ControlRequest request) {
		return call(ChangeOutcome.class, Operation.RESUME, (store) -> store.election(election).resume(request, store));
	}

	@Override
	public CompletionStage<ControlOutcome> release(String election, long expectedTerm, ControlRequest request) {
		return call(ControlOutcome.class, Operation.RELEASE,
				(store) -> store.election(election).release(expectedTerm, request, store));
	}

	@Override
	public CompletionStage<ControlOutcome> raiseTerm(String election, long expectedTerm, long floor,
			ControlRequest request) {
		return call(ControlOutcome.class, Operation.RAISE_TERM,
				(store) -> store.election(election).raiseTerm(expectedTerm, floor, request, store));
	}

	@Override
	public CompletionStage<ChangeOutcome> raise(LeaderRecord record, long floor, ControlRequest request) {
		return call(ChangeOutcome.class, Operation.RAISE,
				(store) -> store.election(record.election()).raise(record, floor, request, store));
	}

	@Override
	public CompletionStage<HistoryOutcome> history(String election, int limit) {
		return call(HistoryOutcome.class, Operation.HISTORY,
				(store) -> new HistoryOutcome.Entries(store.history(election, limit)));
	}

	@Override
	public Subscription watch(Consumer<WatchEvent> listener) {
		MemoryWatch watch = new MemoryWatch(this.client, this.settings, listener);
		watch.start();
		return watch;
	}

	@Override
	public CoordinatorStatus status() {
		return new CoordinatorStatus(type(), List.of(ENDPOINT), null,
				List.of("The memory coordinator serves one process only: use it for tests"), this.client.lastContact(),
				this.client.lastError());
	}

	@Override
	public CompletionStage<ClusterStatus> inspect(Duration limit) {
		long begun = this.client.loop().nanoTime();
		return call(LineageOutcome.class, Operation.LINEAGE, limit, MemoryStore::lineage)
			.thenApply((outcome) -> ClusterStatus.of(member(outcome, begun)));
	}

	private MemberStatus member(LineageOutcome outcome, long begun) {
		if (outcome instanceof Unknown unknown) {
			return MemberStatus.unreachable(ENDPOINT, unknown.detail());
		}
		if (outcome instanceof Refused refused) {
			return MemberStatus.unreachable(ENDPOINT, refused.detail());
		}
		return new MemberStatus(ENDPOINT, null, true, true, null, List.of(),
				Duration.ofNanos(this.client.loop().nanoTime() - begun), null);
	}

	@Override
	public void close() {
		this.client.close();
	}

	private <O> CompletionStage<O> call(Class<O> type, Operation operation, Function<MemoryStore, O> transaction) {
		return call(type, operation, this.settings.callTimeout(), transaction);
	}

	private <O> CompletionStage<O> call(Class<O> type, Operation operation, Duration timeout,
			Function<MemoryStore, O> transaction) {
		CompletableFuture<O> future = new CompletableFuture<>();
		this.client.call(type, operation, timeout, transaction, future::complete);
		return future;
	}

	/**
	 * Settings of a client.
	 *
	 * @param callTimeout the deadline of every call but the renewal, whose deadline is a
	 * fifth of the session's time-to-live, at most 1.5 s
	 * @param heartbeat the time between two heartbeats of a watch, and the time within
	 * which they have to be answered
	 * @param pollInterval the time after which a watch lists again without a cause
	 */
	public record Settings(Duration callTimeout, Duration heartbeat, Duration pollInterval) {

		/**
		 * Deadline of 1.5 s, heartbeat every second, list every 10 s.
		 */
		public static final Settings DEFAULTS = new Settings(Duration.ofMillis(1500), Duration.ofSeconds(1),
				Duration.ofSeconds(10));

	}

}
