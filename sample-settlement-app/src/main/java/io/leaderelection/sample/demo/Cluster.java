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

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.sample.drill.DrillEvent;
import io.leaderelection.sample.settlement.SettlementJob;
import org.jspecify.annotations.Nullable;

/**
 * Workers of the run.
 */
class Cluster {

	private static final Duration SHUTDOWN = Duration.ofSeconds(30);

	// That of SIGKILL and SIGTERM among them.
	private static final Set<Integer> EXPECTED_STATUS = Set.of(0, 137, 143);

	private final Map<String, Worker> workers = new ConcurrentHashMap<>();

	private final Map<String, WorkerEvent> leaders = new ConcurrentHashMap<>();

	private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

	private final WorkerCommand command;

	private final Path logs;

	private final Timeline timeline;

	private final Console console;

	Cluster(WorkerCommand command, Path logs, Timeline timeline, Console console) {
		this.command = command;
		this.logs = logs;
		this.timeline = timeline;
		this.console = console;
		timeline.addListener(this::onEvent);
	}

	/**
	 * Start a worker.
	 * @param name its name
	 * @return the worker
	 */
	Worker start(String name) {
		return start(name, 0);
	}

	/**
	 * Start a worker again that has ended, on the port that it had, so that a page that
	 * is open goes on. If another process has taken that port, the next attempt takes
	 * any.
	 * @param former the worker that has ended
	 * @return the worker
	 */
	Worker restart(Worker former) {
		return start(former.name(), former.port());
	}

	private Worker start(String name, int port) {
		Path log = this.logs.resolve(name + ".log");
		Worker worker = Worker.start(name, this.command.of(name, port), log, this.timeline::add, this::onExit);
		this.workers.put(name, worker);
		this.console.say("%s starts as process %d", worker, worker.pid());
		return worker;
	}

	List<Worker> workers() {
		return List.copyOf(this.workers.values());
	}

	/**
	 * Return who was last granted the leadership and did not lose it since.
	 * @param election the election
	 * @return the granted event, or {@code null}
	 */
	@Nullable WorkerEvent leader(String election) {
		return this.leaders.get(election);
	}

	/**
	 * Return whether a worker leads the settlement.
	 * @return whether what waits will be settled
	 */
	boolean isLed() {
		return this.leaders.containsKey(SettlementJob.ELECTION);
	}

	/**
	 * Send a request to a worker.
	 * @param worker the worker
	 * @param path the path
	 * @param csv the body, empty for none
	 * @return the answer
	 */
	CompletableFuture<HttpResponse<String>> post(Worker worker, String path, String csv) {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + worker.port() + path))
			.timeout(Duration.ofSeconds(5))
			.header("Content-Type", "text/csv")
			.POST(BodyPublishers.ofString(csv))
			.build();
		return this.http.sendAsync(request, BodyHandlers.ofString());
	}

	/**
	 * Stop all workers in good order.
	 * @return the workers that did not end in time and were killed
	 */
	List<Worker> stop() {
		workers().forEach(Worker::terminate);
		List<Worker> stuck = workers().stream().filter((worker) -> !worker.awaitExit(SHUTDOWN)).toList();
		stuck.forEach(Worker::kill);
		return stuck;
	}

	private void onExit(Worker worker, int status) {
		this.leaders.values().removeIf((leader) -> leader.worker() == worker);
		this.console.say("%s is down, status %d%s", worker, status,
				EXPECTED_STATUS.contains(status) ? "" : ", see " + this.logs.resolve(worker.name() + ".log"));
	}

	private void onEvent(WorkerEvent told) {
		DrillEvent event = told.event();
		String election = event.election();
		switch (event.kind()) {
			case READY -> this.console.say("%s is up, its page is http://127.0.0.1:%s/leader-console", told.worker(),
					event.detail());
			case GRANTED -> {
				this.leaders.put(election, told);
				this.console.say("%s leads %s in term %d", told.worker(), election, event.term());
			}
			case SUSPECTED -> this.console.say("%s suspects that it no longer leads %s in term %d (%s)", told.worker(),
					election, event.term(), event.detail());
			case CONFIRMED -> this.console.say("%s still leads %s in term %d", told.worker(), election, event.term());
			case REVOKED -> {
				this.leaders.computeIfPresent(election,
						(name, leader) -> (leader.worker() == told.worker()) ? null : leader);
				this.console.say("%s no longer leads %s, term %d is over (%s)", told.worker(), election, event.term(),
						event.detail());
			}
			case RESUMED -> this.console.say("%s resumes run %s", told.worker(), event.detail());
			case HELD -> this.console.say("%s holds a write of term %d back, its leadership being %s", told.worker(),
					event.term(), event.detail());
			case REFUSED_LOCALLY -> this.console.say("%s refuses its own work of term %d", told.worker(), event.term());
			case REFUSED_BY_FENCE -> this.console.say("%s is refused by the fence: %s", told.worker(), event.detail());
			case FAILED -> this.console.say("%s failed: %s", told.worker(), event.detail());
		}
	}

}
