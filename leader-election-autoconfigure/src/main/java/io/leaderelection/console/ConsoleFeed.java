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

package io.leaderelection.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.leaderelection.actuate.LeaderReports;
import io.leaderelection.console.ConsoleState.Content;
import io.leaderelection.coordinator.EventLoop;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;

/**
 * Feed of the page: looks twice a second at what this instance knows, while somebody
 * looks on, and shows it to all viewers if something changed, or as a sign of life. How
 * many look on changes nothing in what is asked. May be used by any thread.
 */
public final class ConsoleFeed implements SmartLifecycle, AutoCloseable {

	static final int MOST_VIEWERS = 32;

	private static final Duration INTERVAL = Duration.ofMillis(500);

	private static final Duration HEARTBEAT = Duration.ofSeconds(5);

	private final EventLoop loop;

	private final ConsoleStates states;

	private final Function<ConsoleState, byte[]> frames;

	private final List<Viewer> viewers = new ArrayList<>();

	private final AtomicInteger admitted = new AtomicInteger();

	private boolean ticking;

	private @Nullable Content shown;

	private long shownAt;

	private volatile boolean running;

	/**
	 * Create a feed.
	 * @param reports the reports on the elections
	 * @param records what is remembered for the page
	 * @param ttl the time-to-live of the leases, by name of the election
	 * @param writable whether orders are taken
	 * @param loop the thread, which the feed owns
	 */
	public ConsoleFeed(LeaderReports reports, ConsoleRecords records, Function<String, Duration> ttl, boolean writable,
			EventLoop loop) {
		this.loop = loop;
		this.states = new ConsoleStates(reports, records, ttl, writable, loop);
		this.frames = new ConsoleJson()::frame;
	}

	/**
	 * Take the place of a viewer.
	 * @return whether there was one left
	 */
	boolean admit() {
		if (!this.running) {
			return false;
		}
		if (this.admitted.incrementAndGet() > MOST_VIEWERS) {
			release();
			return false;
		}
		return true;
	}

	/**
	 * Give up the place of a viewer who was admitted and does not come.
	 */
	void release() {
		this.admitted.decrementAndGet();
	}

	/**
	 * Show everything to a viewer from now on.
	 * @param viewer the viewer, who was admitted
	 */
	void add(Viewer viewer) {
		this.loop.execute(() -> {
			if (!this.running) {
				dismiss(List.of(viewer));
				return;
			}
			this.viewers.add(viewer);
			if (!this.ticking) {
				this.ticking = true;
				this.loop.schedule(INTERVAL, this::tick);
			}
			viewer.show(this.frames.apply(new ConsoleState(this.loop.wallTime(), this.states.content())));
		});
	}

	long nanoTime() {
		return this.loop.nanoTime();
	}

	private void tick() {
		dismiss(this.running ? this.viewers.stream().filter(Viewer::isGone).toList() : List.copyOf(this.viewers));
		if (this.viewers.isEmpty()) {
			this.ticking = false;
			this.shown = null;
			return;
		}
		this.loop.schedule(INTERVAL, this::tick);
		Content content = this.states.content();
		long now = this.loop.nanoTime();
		if (!content.equals(this.shown) || now - this.shownAt >= HEARTBEAT.toNanos()) {
			this.shown = content;
			this.shownAt = now;
			byte[] frame = this.frames.apply(new ConsoleState(this.loop.wallTime(), content));
			this.viewers.forEach((viewer) -> viewer.show(frame));
		}
	}

	private void dismiss(List<Viewer> leaving) {
		this.viewers.removeAll(leaving);
		leaving.forEach((viewer) -> {
			viewer.end();
			release();
		});
	}

	@Override
	public void start() {
		this.running = true;
	}

	// Else the web server would wait for the streams to end.
	@Override
	public void stop() {
		this.running = false;
		this.loop.execute(() -> dismiss(List.copyOf(this.viewers)));
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return Integer.MAX_VALUE;
	}

	@Override
	public void close() {
		if (this.loop instanceof AutoCloseable closeable) {
			try {
				closeable.close();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}
	}

}
