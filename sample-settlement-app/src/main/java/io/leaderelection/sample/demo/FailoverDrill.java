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

package io.leaderelection.sample.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.leaderelection.sample.demo.Timeline.Expectation;
import io.leaderelection.sample.drill.DrillEvent.Kind;
import io.leaderelection.sample.reporting.StatementJob;
import io.leaderelection.sample.settlement.SettlementJob;

/**
 * Drill that takes the settlement's leader away three times: killed, frozen in the middle
 * of a transaction and woken after the next one has written, and asked to resign.
 */
class FailoverDrill {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Duration START_UP = Duration.ofSeconds(90);

	private static final Duration UNDISTURBED = Duration.ofSeconds(4);

	private static final Duration AFTER_CRASH = Duration.ofMillis(6500);

	private static final Duration AFTER_RESIGNATION = Duration.ofMillis(300);

	private static final String ELECTION = SettlementJob.ELECTION;

	private final List<Measurement> measurements = new ArrayList<>();

	private final Cluster cluster;

	private final Timeline timeline;

	private final DrillRecord record;

	private final boolean ledger;

	private final Waiting waiting;

	private final Console console;

	FailoverDrill(Cluster cluster, Timeline timeline, DrillRecord record, boolean ledger, Leash leash,
			Console console) {
		this.cluster = cluster;
		this.timeline = timeline;
		this.record = record;
		this.ledger = ledger;
		this.waiting = new Waiting(leash);
		this.console = console;
	}

	/**
	 * Run the drill.
	 * @return the times that it took another worker to lead
	 */
	List<Measurement> run() {
		this.waiting.until(START_UP, "every worker serving",
				() -> this.cluster.workers().stream().allMatch(this::serves));
		this.waiting.until(PATIENCE, "the reporting led", () -> this.cluster.leader(StatementJob.ELECTION) != null);
		kill(settlingLeader());
		freeze(settlingLeader());
		resign(settlingLeader());
		settlingLeader();
		return this.measurements;
	}

	private void kill(WorkerEvent leader) {
		Worker worker = leader.worker();
		this.console.say("-- Killing %s, which leads, in the middle of a run, with SIGKILL", worker);
		Optional<String> run = hold(leader);
		Expectation next = nextLeader(worker);
		Instant killed = Instant.now();
		worker.kill();
		WorkerEvent successor = this.timeline.await(next, PATIENCE);
		measure("killed leader to the next one", killed, successor, AFTER_CRASH);
		awaitResumed(run, leader);
		Worker replacement = this.cluster.start(worker.name());
		this.waiting.until(START_UP, replacement + " serving", () -> serves(replacement));
	}

	private void freeze(WorkerEvent leader) {
		Worker worker = leader.worker();
		this.console.say("-- Freezing %s, which leads, inside an open transaction, with SIGSTOP", worker);
		Optional<String> run = hold(leader);
		Expectation next = nextLeader(worker);
		long waiting = this.record.pending();
		Instant frozen = Instant.now();
		worker.freeze();
		WorkerEvent successor = this.timeline.await(next, PATIENCE);
		measure("frozen leader to the next one", frozen, successor, AFTER_CRASH);
		this.waiting.until(PATIENCE, "the next leader writing", () -> this.record.hasWritten(successor.event().term()));
		awaitResumed(run, leader);
		this.waiting.until(PATIENCE, "the next leader settling the " + waiting + " payments that waited at the freeze",
				() -> this.record.pendingBefore(frozen) == 0);
		wake(worker, leader.event().term());
	}

	private void wake(Worker worker, long term) {
		this.console.say("-- Waking %s with SIGCONT: it goes on with its write of term %d", worker, term);
		Expectation refused = this.timeline.expect("a refusal of " + worker,
				(event) -> event.worker() == worker && event.event().term() == term
						&& (event.is(Kind.REFUSED_BY_FENCE, ELECTION) || event.is(Kind.REFUSED_LOCALLY, ELECTION)));
		long before = this.record.writesOf(term);
		worker.wake();
		order(worker, "/drill/release");
		this.waiting.until(PATIENCE, "the late write of term " + term + " being refused or accepted",
				() -> refused.met().isDone() || this.record.writesOf(term) > before);
		if (this.record.writesOf(term) > before) {
			this.console.say("The late write of term %d was ACCEPTED", term);
		}
	}

	// In the transaction of a batch, in the middle of a run, which is told.
	private Optional<String> hold(WorkerEvent leader) {
		Worker worker = leader.worker();
		Expectation held = this.timeline.expect("a settlement of " + worker + " held before its write",
				(event) -> event.worker() == worker && event.is(Kind.HELD, ELECTION));
		order(worker, "/drill/hold");
		this.timeline.await(held, PATIENCE);
		Optional<String> run = this.record.unfinishedRun(leader.event().term());
		if (this.ledger && run.isEmpty()) {
			throw new DrillFailedException(
					worker + " settles a batch, but the ledger knows no run that it is busy with");
		}
		return run;
	}

	private void awaitResumed(Optional<String> run, WorkerEvent leader) {
		run.ifPresent((key) -> this.waiting.until(PATIENCE,
				"the end of run " + key + ", which " + leader.worker() + " began and the next leader has to resume,",
				() -> this.record.isFinishedAfter(key, leader.event().term())));
	}

	private void resign(WorkerEvent leader) {
		this.console.say("-- Asking %s, which leads, to resign", leader.worker());
		Expectation next = nextLeader(leader.worker());
		Instant asked = Instant.now();
		order(leader.worker(), "/drill/resign/" + ELECTION);
		measure("resignation to the next leader", asked, this.timeline.await(next, PATIENCE), AFTER_RESIGNATION);
	}

	// One that has settled undisturbed for a while.
	private WorkerEvent settlingLeader() {
		this.waiting.until(PATIENCE, "a leader", () -> this.cluster.leader(ELECTION) != null);
		this.waiting.pass(UNDISTURBED);
		WorkerEvent leader = this.cluster.leader(ELECTION);
		if (leader == null) {
			throw new DrillFailedException("The leader was lost while nothing disturbed it");
		}
		this.waiting.until(PATIENCE, "the leader writing", () -> this.record.hasWritten(leader.event().term()));
		return leader;
	}

	private boolean serves(Worker worker) {
		if (!worker.isAlive()) {
			throw new DrillFailedException(worker + " did not start");
		}
		return worker.serves();
	}

	private Expectation nextLeader(Worker other) {
		return this.timeline.expect("another leader after " + other,
				(event) -> event.worker() != other && event.is(Kind.GRANTED, ELECTION));
	}

	private void measure(String what, Instant since, WorkerEvent successor, Duration goal) {
		this.measurements.add(new Measurement(what, Duration.between(since, successor.event().at()), goal));
	}

	private void order(Worker worker, String path) {
		int status = this.cluster.post(worker, path, "").join().statusCode();
		if (status != 200) {
			throw new DrillFailedException(worker + " answered " + status + " to " + path);
		}
	}

}
