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

package io.leaderelection.coordinator.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

import javax.sql.DataSource;

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
import io.leaderelection.coordinator.HistoryOutcome;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.coordinator.MemberStatus;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.RenewalOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionOutcome;
import io.leaderelection.coordinator.SessionRequest;
import io.leaderelection.coordinator.Subscription;
import io.leaderelection.coordinator.ThreadEventLoop;
import io.leaderelection.coordinator.WatchEvent;
import org.jspecify.annotations.Nullable;

/**
 * Coordinator on a relational database. Sessions, elections and their history are rows;
 * the database's clock decides when a session has expired. One coordinator holds two
 * connections, one of which is for renewals only. No transaction is left open while this
 * process does anything else, and no change is repeated behind the caller's back.
 * <p>
 * The clock of the database must not be set forward by more than a fraction of the
 * time-to-live while it runs: that ends sessions early. Set back it only lets them live
 * longer, until the next sweep.
 */
public final class JdbcCoordinator implements Coordinator {

	private final ThreadEventLoop loop = new ThreadEventLoop("leader-election-jdbc");

	private final ContactLog log = new ContactLog(this.loop::wallTime);

	private final RestoreGuard guard = new RestoreGuard(this::restored);

	private final Set<JdbcWatch> watches = ConcurrentHashMap.newKeySet();

	private final Set<DatabaseNotifications> notifications = ConcurrentHashMap.newKeySet();

	private final WatchOwner owner = new WatchOwner();

	// Used by several threads.
	private final Random random = new Random();

	private final String author = HexFormat.of().toHexDigits(this.random.nextLong());

	private final JdbcCoordinatorSettings settings;

	private final Connector connector;

	private final ConnectionLane renewals;

	private final ConnectionLane calls;

	private final JdbcStore store;

	private final Sessions sessions;

	private final Candidacies candidacies;

	private final Campaigns campaigns;

	private final Holdings holdings;

	private final Orders orders;

	private final ElectionReads reads;

	/**
	 * Create a coordinator. It connects when it is first used and goes on trying, however
	 * long the database is out of reach.
	 * @param settings the settings
	 * @param dataSource the source of connections: each call makes a new one, which is
	 * closed when it has failed or the coordinator is closed. Its timeouts for connecting
	 * have to be set, as a thread waits for it
	 */
	public JdbcCoordinator(JdbcCoordinatorSettings settings, DataSource dataSource) {
		this.settings = settings;
		this.connector = new Connector(dataSource, settings.callTimeout());
		this.renewals = new ConnectionLane("leader-election-jdbc-renewals", this.connector, this.loop, this.log,
				this.random);
		this.calls = new ConnectionLane("leader-election-jdbc-calls", this.connector, this.loop, this.log, this.random);
		this.store = new JdbcStore(settings, this.author, this.guard, this.renewals, this.calls);
		this.sessions = new Sessions(this.store);
		this.candidacies = new Candidacies(this.store);
		this.campaigns = new Campaigns(this.store);
		this.holdings = new Holdings(this.store, this.loop::wallTime);
		this.orders = new Orders(this.store, this.loop::wallTime);
		this.reads = new ElectionReads(this.store, this.sessions);
	}

	@Override
	public String type() {
		return "jdbc";
	}

	@Override
	public CompletionStage<LineageOutcome> lineage() {
		return outcome(LineageOutcome.class, () -> this.store.lineage().thenApply(LineageOutcome.Known::new));
	}

	@Override
	public CompletionStage<SessionOutcome> open(SessionRequest request) {
		return outcome(SessionOutcome.class, () -> this.sessions.open(request).thenApply(SessionOutcome.Opened::new));
	}

	@Override
	public CompletionStage<RenewalOutcome> renew(Session session) {
		return outcome(RenewalOutcome.class, () -> this.sessions.renew(session));
	}

	@Override
	public CompletionStage<ChangeOutcome> close(Session session) {
		return outcome(ChangeOutcome.class, () -> this.sessions.close(session));
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
		return outcome(ReadOutcome.class, () -> this.reads.election(election).thenApply(ReadOutcome.Read::new));
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
		DatabaseNotifications notifications = new DatabaseNotifications(this.connector, this.settings, this.random);
		JdbcWatch watch = new JdbcWatch(new StoredChanges(this.reads, this.sessions), notifications, this.loop,
				this.settings, this.author, this.log, this.random, listener, this.owner);
		this.watches.add(watch);
		this.notifications.removeIf(DatabaseNotifications::hasEnded);
		this.notifications.add(notifications);
		watch.start();
		// Behind the first look, which it would delay otherwise.
		this.loop.execute(() -> new ScriptRehearsal(this.store).run());
		return watch;
	}

	@Override
	public CoordinatorStatus status() {
		Connector.Server server = this.connector.server();
		return new CoordinatorStatus(type(), (server != null) ? List.of(server.url()) : List.of(),
				(server != null) ? server.version() : null, List.of(), this.log.lastContact(), this.log.lastError());
	}

	@Override
	public CompletionStage<ClusterStatus> inspect(Duration limit) {
		long begun = this.loop.nanoTime();
		return this.store.lineage(limit)
			.handle((lineage, failure) -> ClusterStatus
				.of(member(failure, Duration.ofNanos(this.loop.nanoTime() - begun))));
	}

	private MemberStatus member(@Nullable Throwable failure, Duration took) {
		Connector.Server server = this.connector.server();
		String url = (server != null) ? server.url() : "jdbc";
		if (failure != null) {
			return MemberStatus.unreachable(url, Failures.describe(failure));
		}
		return new MemberStatus(url, null, true, true, (server != null) ? server.version() : null, List.of(), took,
				null);
	}

	/**
	 * End everything. Waits for the threads, which takes as long as one of them is
	 * connecting: at most a call timeout and 1.5 s.
	 */
	@Override
	public void close() {
		this.watches.forEach(JdbcWatch::close);
		this.calls.shutDown();
		this.renewals.shutDown();
		List<Thread> threads = new ArrayList<>(List.of(this.calls.thread(), this.renewals.thread()));
		this.notifications.forEach((listening) -> threads.addAll(listening.threads()));
		EndOfThreads.afterCallsOf(this.settings.callTimeout()).await(threads);
		this.loop.close();
	}

	private void restored(String evidence) {
		this.log.failed(evidence);
		this.watches.forEach((watch) -> watch.reset(evidence));
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

	/**
	 * Owner of all watches: what one of them finds out concerns everybody.
	 */
	private final class WatchOwner implements JdbcWatch.Owner {

		@Override
		public void restored(String evidence) {
			JdbcCoordinator.this.guard.prove(evidence);
		}

		@Override
		public void closed(JdbcWatch watch) {
			JdbcCoordinator.this.watches.remove(watch);
		}

	}

}
