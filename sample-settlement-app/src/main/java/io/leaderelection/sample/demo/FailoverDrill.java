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
import java.util.function.BooleanSupplier;

import io.leaderelection.sample.audit.WriteHistory;
import io.leaderelection.sample.demo.Timeline.Expectation;
import io.leaderelection.sample.drill.DrillEvent.Kind;
import io.leaderelection.sample.reporting.StatementJob;
import io.leaderelection.sample.settlement.SettlementJob;

import org.springframework.jdbc.core.JdbcTemplate;

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

	private final JdbcTemplate jdbc;

	private final WriteHistory history;

	private final Leash leash;

	private final Console console;

	FailoverDrill(Cluster cluster, Timeline timeline, JdbcTemplate jdbc, Leash leash, Console console) {
		this.cluster = cluster;
		this.timeline = timeline;
		this.jdbc = jdbc;
		this.history = new WriteHistory(jdbc);
		this.leash = leash;
		this.console = console;
	}

	/**
	 * Run the drill.
	 * @return the times that it took another worker to lead
	 */
	List<Measurement> run() {
		await(START_UP, "every worker serving", () -> this.cluster.workers().stream().allMatch(this::serves));
		await(PATIENCE, "the reporting led", () -> this.cluster.leader(StatementJob.ELECTION) != null);
		kill(settlingLeader());
		freeze(settlingLeader());
		resign(settlingLeader());
		settlingLeader();
		return this.measurements;
	}

	private void kill(WorkerEvent leader) {
		Worker worker = leader.worker();
		this.console.say("-- Killing %s, which leads, with SIGKILL", worker);
		Expectation next = nextLeader(worker);
		Instant killed = Instant.now();
		worker.kill();
		WorkerEvent successor = this.timeline.await(next, PATIENCE);
		measure("killed leader to the next one", killed, successor, AFTER_CRASH);
		Worker replacement = this.cluster.start(worker.name());
		await(START_UP, replacement + " serving", () -> serves(replacement));
	}

	private void freeze(WorkerEvent leader) {
		Worker worker = leader.worker();
		this.console.say("-- Freezing %s, which leads, inside an open transaction, with SIGSTOP", worker);
		Expectation held = this.timeline.expect("a settlement of " + worker + " held before its write",
				(event) -> event.worker() == worker && event.is(Kind.HELD, ELECTION));
		order(worker, "/drill/hold");
		this.timeline.await(held, PATIENCE);
		Expectation next = nextLeader(worker);
		long waiting = Figures.pending(this.jdbc);
		Instant frozen = Instant.now();
		worker.freeze();
		WorkerEvent successor = this.timeline.await(next, PATIENCE);
		measure("frozen leader to the next one", frozen, successor, AFTER_CRASH);
		await(PATIENCE, "the next leader writing", () -> this.history.contains(ELECTION, successor.event().term()));
		await(PATIENCE, "the next leader settling the " + waiting + " payments that waited at the freeze",
				() -> pendingBefore(frozen) == 0);
		wake(worker, leader.event().term());
	}

	private void wake(Worker worker, long term) {
		this.console.say("-- Waking %s with SIGCONT: it goes on with its write of term %d", worker, term);
		Expectation refused = this.timeline.expect("a refusal of " + worker,
				(event) -> event.worker() == worker && event.event().term() == term
						&& (event.is(Kind.REFUSED_BY_FENCE, ELECTION) || event.is(Kind.REFUSED_LOCALLY, ELECTION)));
		long before = writesOf(term);
		worker.wake();
		order(worker, "/drill/release");
		await(PATIENCE, "the late write of term " + term + " being refused or accepted",
				() -> refused.met().isDone() || writesOf(term) > before);
		if (writesOf(term) > before) {
			this.console.say("The late write of term %d was ACCEPTED", term);
		}
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
		await(PATIENCE, "a leader", () -> this.cluster.leader(ELECTION) != null);
		this.leash.pause(UNDISTURBED);
		WorkerEvent leader = this.cluster.leader(ELECTION);
		if (leader == null) {
			throw new DrillFailedException("The leader was lost while nothing disturbed it");
		}
		await(PATIENCE, "the leader writing", () -> this.history.contains(ELECTION, leader.event().term()));
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

	private void measure(String what, Instant since, WorkerEvent successor, Duration allowed) {
		this.measurements.add(new Measurement(what, Duration.between(since, successor.event().at()), allowed));
	}

	private void order(Worker worker, String path) {
		int status = this.cluster.post(worker, path, "").join().statusCode();
		if (status != 200) {
			throw new DrillFailedException(worker + " answered " + status + " to " + path);
		}
	}

	private void await(Duration patience, String what, BooleanSupplier condition) {
		long deadline = System.nanoTime() + patience.toNanos();
		while (!condition.getAsBoolean()) {
			if (System.nanoTime() - deadline > 0) {
				throw new DrillFailedException("Within " + Console.show(patience) + ", " + what + " did not happen");
			}
			this.leash.pause(Duration.ofMillis(50));
		}
	}

	private long pendingBefore(Instant captured) {
		return count("SELECT count(*) FROM payment WHERE status = 'CAPTURED' AND captured_at < ?::timestamptz",
				captured.toString());
	}

	private long writesOf(long term) {
		return count("SELECT count(*) FROM audit_write WHERE election = '" + ELECTION
				+ "' AND relation <> 'leader_fence' AND term = ?", term);
	}

	private long count(String sql, Object argument) {
		Long count = this.jdbc.queryForObject(sql, Long.class, argument);
		return (count != null) ? count : 0;
	}

}
