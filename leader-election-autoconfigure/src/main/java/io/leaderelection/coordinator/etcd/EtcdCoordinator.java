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

package io.leaderelection.coordinator.etcd;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.StatusRequest;
import io.etcd.jetcd.api.StatusResponse;
import io.leaderelection.ControlRequest;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.ClusterStatus;
import io.leaderelection.coordinator.ContactLog;
import io.leaderelection.coordinator.ControlOutcome;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.CoordinatorStatus;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.HistoryOutcome;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.RenewalOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionOutcome;
import io.leaderelection.coordinator.SessionRequest;
import io.leaderelection.coordinator.Subscription;
import io.leaderelection.coordinator.ThreadEventLoop;
import io.leaderelection.coordinator.WatchEvent;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Coordinator on etcd 3.4 or later. Leases are its sessions, transactions grant and burn
 * terms, a watch of the namespace's prefix tells of changes. One coordinator holds one
 * channel to the cluster; nothing of it blocks, and no call is repeated behind the
 * caller's back, except when etcd refused an old token and so did nothing.
 */
public final class EtcdCoordinator implements Coordinator {

	private static final Log logger = LogFactory.getLog(EtcdCoordinator.class);

	private static final Duration STATUS_INTERVAL = Duration.ofMinutes(5);

	private static final Duration STATUS_RETRY = Duration.ofSeconds(5);

	private final EtcdSettings settings;

	private final ThreadEventLoop loop = new ThreadEventLoop("leader-election-etcd");

	private final RestoreGuard guard = new RestoreGuard(this::restored);

	private final Set<EtcdWatch> watches = ConcurrentHashMap.newKeySet();

	private final ServerVersions versions = new ServerVersions();

	private final ContactLog log = new ContactLog(this.loop::wallTime);

	private final EtcdClient client;

	private final EtcdStore store;

	private final ElectionReads reads;

	private final Leases leases;

	private final Candidacies candidacies;

	private final Campaigns campaigns;

	private final Holdings holdings;

	private final Orders orders;

	private final EtcdMembers members;

	/**
	 * Create a coordinator. It connects when it is first used and goes on trying, however
	 * long etcd is out of reach.
	 * @param settings the settings
	 */
	public EtcdCoordinator(EtcdSettings settings) {
		this.settings = settings;
		this.client = new EtcdClient(settings, this.log, this.loop::nanoTime);
		this.store = new EtcdStore(this.client, new EtcdKeys(settings.prefix(), settings.namespace()), this.guard);
		this.reads = new ElectionReads(this.store);
		this.leases = new Leases(this.client, this.guard);
		this.candidacies = new Candidacies(this.store);
		this.campaigns = new Campaigns(this.store);
		this.holdings = new Holdings(this.store, this.loop::wallTime);
		this.orders = new Orders(this.store, this.reads, this.loop::wallTime);
		this.members = new EtcdMembers(settings, this.client, this.store,
				(status) -> this.loop.execute(() -> learned(status)), this.loop::nanoTime);
		this.loop.execute(this::askForStatus);
	}

	@Override
	public String type() {
		return "etcd";
	}

	@Override
	public CompletionStage<LineageOutcome> lineage() {
		return outcome(LineageOutcome.class, () -> this.store.lineage().thenApply(LineageOutcome.Known::new));
	}

	@Override
	public CompletionStage<SessionOutcome> open(SessionRequest request) {
		return outcome(SessionOutcome.class, () -> this.leases.open(request).thenApply(SessionOutcome.Opened::new));
	}

	@Override
	public CompletionStage<RenewalOutcome> renew(Session session) {
		return outcome(RenewalOutcome.class,
				() -> this.leases.renew(session).thenApply((ttl) -> new RenewalOutcome.Renewed(ttl, null)));
	}

	@Override
	public CompletionStage<ChangeOutcome> close(Session session) {
		return outcome(ChangeOutcome.class, () -> this.leases.close(session).thenApply((closed) -> new Done()));
	}

	@Override
	public CompletionStage<ChangeOutcome> enlist(Session session, String election, Map<String, String> metadata) {
		return outcome(ChangeOutcome.class, () -> this.candidacies.enlist(session, election, metadata));
	}

	@Override
	public CompletionStage<ChangeOutcome> delist(Session session, String election) {
		return outcome(ChangeOutcome.class, () -> this.candidacies.delist(session, election));
	}

	@Override
	public CompletionStage<CampaignOutcome> campaign(Campaign campaign) {
		return outcome(CampaignOutcome.class, () -> this.campaigns.campaign(campaign));
	}

	@Override
	public CompletionStage<ReadOutcome> read(String election) {
		return outcome(ReadOutcome.class,
				() -> this.reads.election(election, this.store.deadline()).thenApply(ReadOutcome.Read::new));
	}

	@Override
	public CompletionStage<ChangeOutcome> discard(LeaderRecord record) {
		return outcome(ChangeOutcome.class, () -> this.holdings.discard(record));
	}

	@Override
	public CompletionStage<ChangeOutcome> resign(LeaderRecord record, RevocationReason reason, ControlRequest request) {
		return outcome(ChangeOutcome.class, () -> this.holdings.resign(record, reason, request));
	}

	@Override
	public CompletionStage<ChangeOutcome> nominate(LeaderRecord record, String target) {
		return outcome(ChangeOutcome.class, () -> this.holdings.nominate(record, target));
	}

	@Override
	public CompletionStage<ControlOutcome> pause(String election, ControlRequest request) {
		return outcome(ControlOutcome.class, () -> this.orders.pause(election, request));
	}

	@Override
	public CompletionStage<ChangeOutcome> resume(String election, ControlRequest request) {
		return outcome(ChangeOutcome.class, () -> this.orders.resume(election, request));
	}

	@Override
	public CompletionStage<ControlOutcome> release(String election, long expectedTerm, ControlRequest request) {
		return outcome(ControlOutcome.class, () -> this.orders.release(election, expectedTerm, request));
	}

	@Override
	public CompletionStage<ControlOutcome> raiseTerm(String election, long expectedTerm, long floor,
			ControlRequest request) {
		return outcome(ControlOutcome.class, () -> this.orders.raiseTerm(election, expectedTerm, floor, request));
	}

	@Override
	public CompletionStage<ChangeOutcome> raise(LeaderRecord record, long floor, ControlRequest request) {
		return outcome(ChangeOutcome.class, () -> this.holdings.raise(record, floor, request));
	}

	@Override
	public CompletionStage<HistoryOutcome> history(String election, int limit) {
		return outcome(HistoryOutcome.class,
				() -> this.reads.history(election, limit).thenApply(HistoryOutcome.Entries::new));
	}

	@Override
	public Subscription watch(Consumer<WatchEvent> listener) {
		RandomGenerator random = RandomGenerator.getDefault();
		EtcdWatch watch = new EtcdWatch(this.client, this.store, this.reads, this.guard, this.loop, this.settings,
				this.log, random, listener, this.watches::remove);
		this.watches.add(watch);
		watch.start();
		return watch;
	}

	@Override
	public CoordinatorStatus status() {
		return new CoordinatorStatus(type(), this.settings.endpoints().stream().map(URI::toString).toList(),
				this.versions.lowest(), this.versions.advice(), this.log.lastContact(), this.log.lastError());
	}

	@Override
	public CompletionStage<ClusterStatus> inspect(Duration limit) {
		return this.members.ask(limit);
	}

	@Override
	public void close() {
		this.watches.forEach(EtcdWatch::close);
		this.members.close();
		this.client.close();
		this.loop.close();
	}

	private void restored(String evidence) {
		this.watches.forEach((watch) -> watch.reset(evidence));
	}

	private void askForStatus() {
		CompletionStage<StatusResponse> asked = this.client.call(MaintenanceGrpc.getStatusMethod(),
				StatusRequest.getDefaultInstance(), this.client.deadline());
		asked.whenComplete((status, failure) -> {
			if (failure == null) {
				learned(status);
			}
			this.loop.schedule((failure != null) ? STATUS_RETRY : STATUS_INTERVAL, this::askForStatus);
		});
	}

	private void learned(StatusResponse status) {
		List<String> before = this.versions.advice();
		this.versions.learned(status);
		this.versions.advice().stream().filter((advice) -> !before.contains(advice)).forEach(logger::warn);
	}

	private static <O> CompletionStage<O> outcome(Class<O> type, Supplier<CompletableFuture<? extends O>> call) {
		CompletableFuture<? extends O> result;
		try {
			result = call.get();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.completedFuture(Failures.outcome(type, ex));
		}
		return result.handle((outcome, failure) -> (failure != null) ? Failures.outcome(type, failure) : outcome);
	}

}
