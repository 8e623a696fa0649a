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

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;

/**
 * Life cycle of the engine within the application context. Elections start when all
 * beans, and with them the listeners of events, exist. Their end starts when the context
 * begins to close: from then on no guarded work starts, and the instance resigns as soon
 * as none is in flight. The phase, which lies below the one of schedulers and executors,
 * only waits for that, so it does not matter whether tasks end before their scheduler is
 * stopped or after.
 */
final class LeaderElectionLifecycle implements SmartLifecycle, ApplicationListener<ContextClosedEvent>, Ordered {

	/**
	 * Phase below the one of Spring's task schedulers and executors.
	 */
	static final int PHASE = Integer.MAX_VALUE / 2 - 1024;

	private static final Log logger = LogFactory.getLog(LeaderElectionLifecycle.class);

	private final ApplicationContext context;

	private final Runnable start;

	private final Supplier<CompletableFuture<Void>> stop;

	private final Duration longestStop;

	private volatile boolean running;

	private volatile @Nullable CompletionStage<Void> ending;

	/**
	 * Create the life cycle.
	 * @param context the context that owns the elections
	 * @param start what starts the engine
	 * @param stop what begins to stop the engine
	 * @param longestStop the longest time to wait for the end
	 */
	LeaderElectionLifecycle(ApplicationContext context, Runnable start, Supplier<CompletableFuture<Void>> stop,
			Duration longestStop) {
		this.context = context;
		this.start = start;
		this.stop = stop;
		this.longestStop = longestStop;
	}

	@Override
	public synchronized void start() {
		if (!this.running) {
			this.ending = null;
			this.start.run();
			this.running = true;
		}
	}

	@Override
	public void onApplicationEvent(ContextClosedEvent event) {
		if (event.getApplicationContext() == this.context) {
			end();
		}
	}

	@Override
	public void stop() {
		end().toCompletableFuture().join();
	}

	@Override
	public void stop(Runnable callback) {
		end().whenComplete((nothing, failure) -> callback.run());
	}

	private synchronized CompletionStage<Void> end() {
		CompletionStage<Void> ending = this.ending;
		if (!this.running) {
			return CompletableFuture.completedFuture(null);
		}
		if (ending == null) {
			ending = this.stop.get()
				.orTimeout(this.longestStop.toMillis(), TimeUnit.MILLISECONDS)
				.handle((nothing, failure) -> {
					if (failure != null) {
						logger.warn("Elections did not end cleanly; their leases will expire", failure);
					}
					this.running = false;
					return null;
				});
			this.ending = ending;
		}
		return ending;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

}
