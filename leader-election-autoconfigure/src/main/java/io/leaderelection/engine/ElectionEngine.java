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
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

import io.leaderelection.ControlRequest;
import io.leaderelection.ControlResult;
import io.leaderelection.ElectionName;
import io.leaderelection.FencingToken;
import io.leaderelection.LeaderControl;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.NotLeaderException;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.spi.FenceRepair;
import org.jspecify.annotations.Nullable;

/**
 * Engine that takes part in elections. All state lives on the thread of an
 * {@link EventLoop}; every method here may be called from any thread and none blocks.
 * Listeners never run on the loop's thread.
 * <p>
 * The engine may be stopped and started again; each start has an identity of its own.
 */
public final class ElectionEngine implements LeaderElections, LeaderControl, FenceRepair {

	private static final ControlRequest RESIGNATION = new ControlRequest("application", "The application resigned");

	private final EngineParts parts;

	private final Map<String, ParticipatingElection> elections = new ConcurrentSkipListMap<>();

	private volatile String instance;

	private @Nullable EngineRun run;

	private final List<Runnable> whenStopped = new ArrayList<>();

	private boolean stopping;

	ElectionEngine(EngineParts parts) {
		this.parts = parts;
		this.instance = identity();
	}

	/**
	 * Return a builder of an engine.
	 * @param coordinator the coordinator, which the engine does not close
	 * @param loop the thread and the clocks, which the engine does not end
	 * @param instanceId what the identity of this instance begins with, such as the name
	 * of the host; each start appends a random part
	 * @return the builder
	 */
	public static ElectionEngineBuilder builder(Coordinator coordinator, EventLoop loop, String instanceId) {
		return new ElectionEngineBuilder(coordinator, loop, instanceId);
	}

	/**
	 * Take part in the elections asked for so far and later. Returns at once, whether the
	 * coordinator can be reached or not. Without effect on a running engine; an engine
	 * that is being stopped starts again afterwards.
	 */
	public void start() {
		this.parts.loop().execute(() -> {
			if (this.stopping) {
				this.whenStopped.add(this::start);
			}
			else if (this.run == null) {
				this.parts.keepDispatcherReady();
				EngineRun begun = new EngineRun(this.parts, this.instance);
				this.run = begun;
				begun.begin(List.copyOf(this.elections.values()));
			}
		});
	}

	/**
	 * Give all terms up in good order: no new work, wait for what runs, publish the
	 * revocations, release, end the sessions.
	 * @return a future that completes, always normally, when nothing of this start is
	 * left; at the latest a few seconds after the longest {@code drain-timeout}. It
	 * completes on the loop's thread, so what depends on it must not block
	 */
	public CompletableFuture<Void> stop() {
		CompletableFuture<Void> stopped = new CompletableFuture<>();
		this.parts.loop().execute(() -> {
			if (this.run == null) {
				stopped.complete(null);
				return;
			}
			this.whenStopped.add(() -> stopped.complete(null));
			if (!this.stopping) {
				this.stopping = true;
				// Now, as a loop that is closed too early never gets to the end of it.
				this.parts.letDispatcherRest();
				this.run.stop(this::stopped);
			}
		});
		return stopped;
	}

	@Override
	public LeaderElection get(String name) {
		ParticipatingElection known = this.elections.get(name);
		return (known != null) ? known : join(ElectionName.requireValid(name));
	}

	@Override
	public Collection<LeaderElection> all() {
		return List.copyOf(this.elections.values());
	}

	@Override
	public String instance() {
		return this.instance;
	}

	@Override
	public CompletableFuture<ControlResult> pause(String election, ControlRequest request) {
		return order(election, (desk) -> desk.pause(election, request));
	}

	@Override
	public CompletableFuture<ControlResult> resume(String election, ControlRequest request) {
		return order(election, (desk) -> desk.resume(election, request));
	}

	@Override
	public CompletableFuture<ControlResult> release(String election, long expectedTerm, ControlRequest request) {
		return order(election, (desk) -> desk.release(election, expectedTerm, request));
	}

	@Override
	public CompletableFuture<ControlResult> raiseTerm(String election, long expectedTerm, long floor,
			ControlRequest request) {
		return order(election, (desk) -> desk.raiseTerm(election, expectedTerm, floor, request));
	}

	@Override
	public CompletableFuture<ControlResult> adopt(String election, String lineage, ControlRequest request) {
		return order(election, (desk) -> desk.adopt(election, lineage, request));
	}

	@Override
	public CompletableFuture<ControlResult> resign(String election, Duration coolDown, ControlRequest request) {
		if (coolDown.isNegative()) {
			throw new IllegalArgumentException(
					"'coolDown' must not be negative, but is %d ms".formatted(coolDown.toMillis()));
		}
		return order(election, (desk) -> desk.resign(election, coolDown, request));
	}

	@Override
	public CompletableFuture<ControlResult> transfer(String election, String target, ControlRequest request) {
		return order(election, (desk) -> desk.transfer(election, target, request));
	}

	@Override
	public void sealAgain(FencingToken token) {
		this.parts.loop().execute(() -> {
			EngineRun current = this.run;
			if (current != null) {
				current.enter(() -> current.feed(token.election(), new Input.Unsealed(token)));
			}
		});
	}

	private LeaderElection join(String name) {
		ParticipatingElection joined = this.elections.computeIfAbsent(name, this::create);
		this.parts.loop().execute(() -> {
			if (this.run != null) {
				this.run.join(joined);
			}
		});
		return joined;
	}

	private ParticipatingElection create(String name) {
		EventLane lane = new EventLane(this.parts.dispatcher(), this.parts.publisher(), this.parts.guardedExecution());
		return new ParticipatingElection(name, this.parts.settings().apply(name), this.parts.loop(),
				this.parts.guardedExecution(), this::resign, lane);
	}

	private CompletableFuture<Void> resign(String election, Duration coolDown) {
		return resign(election, coolDown, RESIGNATION).thenAccept((result) -> {
			boolean ended = result.status() == ControlResult.Status.DONE
					|| result.status() == ControlResult.Status.UNKNOWN;
			if (!ended) {
				throw new NotLeaderException(election, result.detail());
			}
		});
	}

	private CompletableFuture<ControlResult> order(String election, Consumer<ControlDesk> order) {
		ElectionName.requireValid(election);
		CompletableFuture<ControlResult> result = new CompletableFuture<>();
		// Whatever depends on the result may block, so it is not completed on the loop.
		Consumer<ControlResult> receiver = (answer) -> this.parts.dispatcher().execute(() -> result.complete(answer));
		this.parts.loop().execute(() -> {
			EngineRun current = this.run;
			if (current == null) {
				receiver.accept(new ControlResult(ControlResult.Status.REFUSED, 0, false, List.of(), null,
						"The engine does not run"));
				return;
			}
			Consumer<ControlResult> expecting = current.orders().expect(receiver);
			current.enter(() -> order.accept(new ControlDesk(current, expecting)));
		});
		return result;
	}

	private void stopped() {
		this.run = null;
		this.stopping = false;
		this.instance = identity();
		List<Runnable> waiting = List.copyOf(this.whenStopped);
		this.whenStopped.clear();
		waiting.forEach(Runnable::run);
	}

	private String identity() {
		return this.parts.id() + "-" + HexFormat.of().toHexDigits(this.parts.random().nextInt());
	}

}
