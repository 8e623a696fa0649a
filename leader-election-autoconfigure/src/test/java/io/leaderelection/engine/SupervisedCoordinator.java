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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import io.leaderelection.ControlRequest;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.ClusterStatus;
import io.leaderelection.coordinator.ControlOutcome;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.CoordinatorStatus;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.HistoryOutcome;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.LineageOutcome;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.RenewalOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionOutcome;
import io.leaderelection.coordinator.SessionRequest;
import io.leaderelection.coordinator.Subscription;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.coordinator.WatchEvent;
import org.jspecify.annotations.Nullable;

/**
 * Coordinator that watches over the engine's use of it: leases are not renewed after
 * their deadline, attempts of unknown outcome are not blindly repeated, and suspicions
 * are lifted only by answers to later requests.
 */
final class SupervisedCoordinator implements Coordinator {

	private final Coordinator delegate;

	private final EventLoop loop;

	private final Duration margin;

	private final Promises promises;

	private final Map<String, Long> leases = new HashMap<>();

	private final Map<String, List<Campaign>> unsettled = new HashMap<>();

	private final Map<String, Long> attempts = new HashMap<>();

	private final Map<String, Long> lastReads = new HashMap<>();

	private long lastRenewal;

	private long calls;

	SupervisedCoordinator(Coordinator delegate, EventLoop loop, Duration margin, Promises promises) {
		this.delegate = delegate;
		this.loop = loop;
		this.margin = margin;
		this.promises = promises;
	}

	/**
	 * Return the number of calls made so far, to tell which came later.
	 * @return the number
	 */
	long calls() {
		return this.calls;
	}

	/**
	 * Fail unless a renewal and a read that were both sent after the given call have been
	 * answered.
	 * @param election the name of the election
	 * @param call the number of the call
	 */
	void requireEvidenceSince(String election, long call) {
		if (this.lastRenewal <= call || this.lastReads.getOrDefault(election, 0L) <= call) {
			throw this.promises
				.broken("I5: a suspicion was lifted without a renewal and a read that were sent after it");
		}
	}

	@Override
	public CompletionStage<SessionOutcome> open(SessionRequest request) {
		long sent = this.loop.nanoTime();
		this.calls++;
		return this.delegate.open(request).thenApply((outcome) -> {
			if (outcome instanceof SessionOutcome.Opened opened) {
				this.leases.put(opened.session().id(), sent);
			}
			return outcome;
		});
	}

	@Override
	public CompletionStage<RenewalOutcome> renew(Session session) {
		long sent = this.loop.nanoTime();
		long call = ++this.calls;
		long length = session.ttl().toNanos() - session.ttl().toNanos() / 100 - this.margin.toNanos();
		Long acknowledged = this.leases.get(session.id());
		if (acknowledged == null || sent - (acknowledged + length) >= 0) {
			throw this.promises.broken("I5: session %s was renewed after its local deadline".formatted(session.id()));
		}
		return this.delegate.renew(session).thenApply((outcome) -> {
			if (outcome instanceof RenewalOutcome.Renewed) {
				this.lastRenewal = Math.max(this.lastRenewal, call);
				this.leases.merge(session.id(), sent, (left, right) -> (left - right > 0) ? left : right);
			}
			return outcome;
		});
	}

	@Override
	public CompletionStage<CampaignOutcome> campaign(Campaign campaign) {
		long call = ++this.calls;
		List<Campaign> open = this.unsettled.computeIfAbsent(campaign.election(), (name) -> new ArrayList<>());
		for (Campaign earlier : open) {
			boolean sameStart = earlier.session().id().equals(campaign.session().id())
					&& earlier.known().version() == campaign.known().version();
			if (sameStart && !earlier.grantId().equals(campaign.grantId())) {
				throw this.promises.broken("An attempt that may still be applied was followed by another one");
			}
			if (sameStart && this.lastReads.getOrDefault(campaign.election(), 0L) <= this.attempts
				.getOrDefault(earlier.grantId(), 0L)) {
				throw this.promises.broken("An attempt of unknown outcome was repeated without a read");
			}
		}
		open.add(campaign);
		this.attempts.put(campaign.grantId(), call);
		return this.delegate.campaign(campaign).thenApply((outcome) -> {
			if (!(outcome instanceof Unknown)) {
				open.remove(campaign);
				this.attempts.remove(campaign.grantId(), call);
			}
			TermRecord told = told(outcome);
			if (told != null) {
				open.removeIf((earlier) -> told.version() > earlier.known().version());
			}
			return outcome;
		});
	}

	/**
	 * Return the term counter that an answer tells. If it has moved on, it moved on for
	 * every copy of an attempt that was repeated, though no state seen shows it yet.
	 */
	private static @Nullable TermRecord told(CampaignOutcome outcome) {
		if (outcome instanceof CampaignOutcome.Won won) {
			return new TermRecord(won.record().term(), won.record().version());
		}
		if (outcome instanceof CampaignOutcome.Lost lost) {
			return lost.term();
		}
		if (outcome instanceof CampaignOutcome.Paused paused) {
			return paused.term();
		}
		return (outcome instanceof CampaignOutcome.Behind behind) ? behind.term() : null;
	}

	@Override
	public CompletionStage<ReadOutcome> read(String election) {
		long call = ++this.calls;
		return this.delegate.read(election).thenApply((outcome) -> {
			if (outcome instanceof ReadOutcome.Read read) {
				this.lastReads.merge(election, call, Math::max);
				settle(read.view());
			}
			return outcome;
		});
	}

	/**
	 * Take an attempt for settled that was seen to be applied, or cannot be any more as
	 * another term was handed out. Only after a restore may it still be applied, and is
	 * then removed as a record that nobody remembers.
	 */
	private void settle(ElectionView view) {
		LeaderRecord leader = view.leader();
		this.unsettled.getOrDefault(view.election(), new ArrayList<>())
			.removeIf((campaign) -> view.term().version() > campaign.known().version()
					|| (leader != null && campaign.grantId().equals(leader.grantId())));
	}

	@Override
	public String type() {
		return this.delegate.type();
	}

	@Override
	public CompletionStage<LineageOutcome> lineage() {
		return this.delegate.lineage();
	}

	@Override
	public CompletionStage<ChangeOutcome> close(Session session) {
		return this.delegate.close(session);
	}

	@Override
	public CompletionStage<ChangeOutcome> enlist(Session session, String election, Map<String, String> metadata) {
		return this.delegate.enlist(session, election, metadata);
	}

	@Override
	public CompletionStage<ChangeOutcome> delist(Session session, String election) {
		return this.delegate.delist(session, election);
	}

	@Override
	public CompletionStage<ChangeOutcome> discard(LeaderRecord record) {
		return this.delegate.discard(record);
	}

	@Override
	public CompletionStage<ChangeOutcome> resign(LeaderRecord record, RevocationReason reason, ControlRequest request) {
		return this.delegate.resign(record, reason, request);
	}

	@Override
	public CompletionStage<ChangeOutcome> nominate(LeaderRecord record, String target) {
		return this.delegate.nominate(record, target);
	}

	@Override
	public CompletionStage<ControlOutcome> pause(String election, ControlRequest request) {
		return this.delegate.pause(election, request);
	}

	@Override
	public CompletionStage<ChangeOutcome> resume(String election, ControlRequest request) {
		return this.delegate.resume(election, request);
	}

	@Override
	public CompletionStage<ControlOutcome> release(String election, long expectedTerm, ControlRequest request) {
		return this.delegate.release(election, expectedTerm, request);
	}

	@Override
	public CompletionStage<ControlOutcome> raiseTerm(String election, long expectedTerm, long floor,
			ControlRequest request) {
		return this.delegate.raiseTerm(election, expectedTerm, floor, request);
	}

	@Override
	public CompletionStage<ChangeOutcome> raise(LeaderRecord record, long floor, ControlRequest request) {
		return this.delegate.raise(record, floor, request);
	}

	@Override
	public CompletionStage<HistoryOutcome> history(String election, int limit) {
		return this.delegate.history(election, limit);
	}

	@Override
	public Subscription watch(Consumer<WatchEvent> listener) {
		return this.delegate.watch((event) -> {
			if (event instanceof WatchEvent.Observed observed) {
				settle(observed.view());
			}
			listener.accept(event);
		});
	}

	@Override
	public CompletionStage<ClusterStatus> inspect(Duration limit) {
		return this.delegate.inspect(limit);
	}

	@Override
	public CoordinatorStatus status() {
		return this.delegate.status();
	}

	@Override
	public void close() {
		this.delegate.close();
	}

}
