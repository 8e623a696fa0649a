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

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

import io.etcd.jetcd.api.WatchGrpc;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.ClientCall;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.leaderelection.coordinator.Backoff;
import io.leaderelection.coordinator.ContactLog;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.Subscription;
import io.leaderelection.coordinator.WatchEvent;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Watch of all elections: a list at a revision, then a stream of events from the next
 * one. Whatever ends or silences the stream, it is cancelled and everything is listed
 * anew, after a pause; and from time to time a list checks that no event was lost. All
 * state lives on the event loop, and callbacks of an earlier stream are told by their
 * generation and dropped.
 */
final class EtcdWatch implements Subscription {

	private static final Log logger = LogFactory.getLog(EtcdWatch.class);

	private static final int SILENT_HEARTBEATS = 3;

	private final EtcdClient client;

	private final ElectionReads reads;

	private final RestoreGuard guard;

	private final ElectionStates states;

	private final EtcdKeys keys;

	private final EventLoop loop;

	private final Duration heartbeat;

	private final Duration pollInterval;

	private final Consumer<WatchEvent> listener;

	private final Consumer<EtcdWatch> onClose;

	private final ContactLog log;

	private final Backoff backoff;

	private volatile boolean closed;

	private long generation;

	private boolean disturbed;

	private @Nullable WatchStream stream;

	private long lastAnswer;

	EtcdWatch(EtcdClient client, EtcdStore store, ElectionReads reads, RestoreGuard guard, EventLoop loop,
			EtcdSettings settings, ContactLog log, RandomGenerator random, Consumer<WatchEvent> listener,
			Consumer<EtcdWatch> onClose) {
		this.client = client;
		this.keys = store.keys();
		this.reads = reads;
		this.guard = guard;
		this.states = new ElectionStates(store.keys(), log::failed);
		this.loop = loop;
		this.heartbeat = settings.heartbeat();
		this.pollInterval = settings.pollInterval();
		this.log = log;
		this.backoff = new Backoff(random);
		this.listener = listener;
		this.onClose = onClose;
	}

	void start() {
		this.loop.execute(this::listAnew);
	}

	/**
	 * Start over after a restore.
	 * @param evidence what proves it
	 */
	void reset(String evidence) {
		this.loop.execute(() -> {
			if (this.closed) {
				return;
			}
			this.states.clear();
			deliver(new WatchEvent.Reset(evidence));
			listAnew();
		});
	}

	private void listAnew() {
		long current = nextGeneration();
		this.reads.all().whenComplete((answer, failure) -> inGeneration(current, () -> {
			if (failure != null) {
				disturb("The list failed: " + Failures.describe(failure));
			}
			else {
				listed(answer);
				openStream(current);
			}
		}));
	}

	private void listed(Answer answer) {
		List<ElectionView> views = this.states.replace(answer.found().toList(), answer.revision());
		if (views != null) {
			views.forEach((view) -> deliver(new WatchEvent.Observed(view)));
			deliver(new WatchEvent.CaughtUp(answer.revision()));
		}
	}

	private void openStream(long current) {
		this.lastAnswer = this.loop.nanoTime();
		this.loop.schedule(this.heartbeat, () -> heartbeat(current));
		this.loop.schedule(this.pollInterval, () -> poll(current));
		this.client.stream(WatchGrpc.getWatchMethod()).whenComplete((call, failure) -> inGeneration(current, () -> {
			if (failure != null) {
				disturb("The watch failed: " + Failures.describe(failure));
			}
			else {
				watch(current, call);
			}
		}));
	}

	private void watch(long current, ClientCall<WatchRequest, WatchResponse> call) {
		this.stream = new WatchStream(call, new Answers(current), this.keys.elections(), this.states.applied() + 1);
	}

	private void answered(RestoreGuard.Mark sent, WatchResponse response) {
		this.guard.checkCluster(sent, response.getHeader());
		this.lastAnswer = this.loop.nanoTime();
		this.log.answered();
		if (response.getCanceled()) {
			String reason = (response.getCompactRevision() != 0) ? "its revision was compacted"
					: response.getCancelReason();
			if (Failures.isTokenRefused(reason) || reason.contains("permission denied")) {
				this.client.refuseToken();
			}
			disturb("etcd ended the watch: " + reason);
			return;
		}
		this.disturbed = false;
		if (!response.getCreated()) {
			this.backoff.reset();
		}
		if (response.getEventsCount() > 0) {
			this.states.apply(response.getEventsList()).forEach((view) -> deliver(new WatchEvent.Observed(view)));
		}
	}

	private void heartbeat(long current) {
		inGenerationNow(current, () -> {
			Duration silence = Duration.ofNanos(this.loop.nanoTime() - this.lastAnswer);
			if (silence.compareTo(this.heartbeat.multipliedBy(SILENT_HEARTBEATS)) >= 0) {
				disturb("The watch is silent for %d ms".formatted(silence.toMillis()));
				return;
			}
			if (this.stream != null) {
				this.stream.requestProgress();
			}
			this.loop.schedule(this.heartbeat, () -> heartbeat(current));
		});
	}

	private void poll(long current) {
		inGenerationNow(current, () -> this.reads.all().whenComplete((answer, failure) -> inGeneration(current, () -> {
			// A failure is no disturbance: whether the watch lives, its heartbeat tells.
			if (failure == null) {
				listed(answer);
			}
			this.loop.schedule(this.pollInterval, () -> poll(current));
		})));
	}

	private void disturb(String detail) {
		nextGeneration();
		this.log.failed(detail);
		if (!this.disturbed) {
			this.disturbed = true;
			logger.warn("Lost sight of the elections in etcd, which are listed anew: " + detail);
			deliver(new WatchEvent.Silent(detail));
		}
		long current = this.generation;
		this.loop.schedule(this.backoff.next(), () -> inGenerationNow(current, this::listAnew));
	}

	private long nextGeneration() {
		if (this.stream != null) {
			this.stream.cancel();
			this.stream = null;
		}
		this.generation++;
		return this.generation;
	}

	private void inGeneration(long expected, Runnable task) {
		this.loop.execute(() -> inGenerationNow(expected, task));
	}

	private void inGenerationNow(long expected, Runnable task) {
		if (this.closed || expected != this.generation) {
			return;
		}
		try {
			task.run();
		}
		catch (RestoredException ex) {
			// The guard has told all watches to start over.
			logger.debug("The watch starts over", ex);
		}
	}

	private void deliver(WatchEvent event) {
		if (this.closed) {
			return;
		}
		try {
			this.listener.accept(event);
		}
		catch (Exception ex) {
			logger.error("A listener failed; the watch goes on", ex);
		}
	}

	@Override
	public void close() {
		this.closed = true;
		this.onClose.accept(this);
		this.loop.execute(this::nextGeneration);
	}

	/**
	 * Receiver of one stream's answers.
	 */
	private final class Answers implements StreamObserver<WatchResponse> {

		private final long generation;

		private final RestoreGuard.Mark sent = EtcdWatch.this.guard.mark();

		private Answers(long generation) {
			this.generation = generation;
		}

		@Override
		public void onNext(WatchResponse response) {
			inGeneration(this.generation, () -> answered(this.sent, response));
		}

		@Override
		public void onError(Throwable failure) {
			inGeneration(this.generation, () -> disturb("The watch broke: " + Failures.describe(failure)));
		}

		@Override
		public void onCompleted() {
			onError(Status.UNKNOWN.withDescription("etcd closed the stream").asRuntimeException());
		}

	}

}
