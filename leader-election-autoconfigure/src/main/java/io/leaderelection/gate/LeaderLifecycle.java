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

package io.leaderelection.gate;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.LeaderConfirmedEvent;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElectionEvent;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.Leadership;
import io.leaderelection.context.CallsInFlight;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;
import org.springframework.util.Assert;

/**
 * Control that starts a {@link Lifecycle} component when this instance begins to lead and
 * stops it when the term ends, for example a message listener container. To be declared
 * as a bean.
 * <p>
 * The component is started and stopped on a thread of its own, one after the other; while
 * it is started the token is bound, so that executors with a
 * {@link io.leaderelection.context.LeadershipTaskDecorator} hand it on. It counts as work
 * in flight: a voluntary end of the term stops it first and waits for it, within the
 * drain timeout, before the next leader can begin. A start that finds its term over does
 * not happen. A component that fails to start is left stopped and the failure is logged;
 * combine it with an {@link io.leaderelection.spi.Eligibility} to let another instance
 * lead.
 */
public final class LeaderLifecycle implements ApplicationListener<LeaderElectionEvent>, DisposableBean {

	private static final Log logger = LogFactory.getLog(LeaderLifecycle.class);

	private final LeaderElection election;

	private final Lifecycle component;

	private final GuardedCalls calls;

	private final ExecutorService executor;

	private volatile @Nullable Run run;

	/**
	 * Create a control, which takes part in the election.
	 * @param election the name of the election
	 * @param component the component, which must not start by itself
	 * @param elections the elections
	 * @param calls the guarded calls
	 */
	public LeaderLifecycle(String election, Lifecycle component, LeaderElections elections, GuardedCalls calls) {
		Assert.isTrue(!(component instanceof SmartLifecycle smart && smart.isAutoStartup()),
				() -> "'component' %s starts by itself on every instance: set its 'autoStartup' to false"
					.formatted(component));
		this.election = elections.get(election);
		this.component = component;
		this.calls = calls;
		ThreadPoolExecutor single = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
				(task) -> {
					Thread thread = new Thread(task, "leader-lifecycle-" + election);
					thread.setDaemon(true);
					return thread;
				});
		single.allowCoreThreadTimeOut(true);
		this.executor = single;
	}

	@Override
	public void onApplicationEvent(LeaderElectionEvent event) {
		if (!event.getElection().name().equals(this.election.name())) {
			return;
		}
		Run current = this.run;
		if (event instanceof LeaderGrantedEvent granted) {
			Run begun = new Run(granted.getLeadership());
			this.run = begun;
			this.executor.execute(begun::start);
		}
		else if (current != null && event instanceof LeaderConfirmedEvent) {
			this.executor.execute(current::start);
		}
		else if (current != null && event instanceof LeaderRevokedEvent) {
			current.end();
		}
	}

	/**
	 * Stop the component, if it runs, and release the thread.
	 */
	@Override
	public void destroy() {
		Run current = this.run;
		if (current != null) {
			current.end();
		}
		this.executor.shutdown();
	}

	/**
	 * Run of the component in one term. Started and stopped on the executor's thread.
	 */
	private final class Run implements CallsInFlight.EndOfTerm {

		private final Leadership leadership;

		private final CallsInFlight.Work work;

		private final AtomicBoolean ending = new AtomicBoolean();

		private boolean started;

		private Run(Leadership leadership) {
			this.leadership = leadership;
			this.work = LeaderLifecycle.this.calls.begin(leadership, this);
		}

		@Override
		public void ending() {
			end();
		}

		@Override
		public void ended() {
			end();
		}

		private void end() {
			if (this.ending.compareAndSet(false, true)) {
				LeaderLifecycle.this.executor.execute(this::stop);
			}
		}

		private void start() {
			if (this.started || this.ending.get() || !leads()) {
				return;
			}
			this.started = true;
			try {
				LeaderLifecycle.this.calls.call(this.leadership, () -> {
					LeaderLifecycle.this.component.start();
					return null;
				});
			}
			catch (Exception ex) {
				logger.error(
						"Component of election '%s' failed to start".formatted(LeaderLifecycle.this.election.name()),
						ex);
			}
		}

		private boolean leads() {
			return LeaderLifecycle.this.election.leadership()
				.filter((current) -> current.token().equals(this.leadership.token()))
				.isPresent();
		}

		private void stop() {
			try (this.work) {
				if (LeaderLifecycle.this.component.isRunning()) {
					LeaderLifecycle.this.component.stop();
				}
			}
			catch (RuntimeException ex) {
				logger.error(
						"Component of election '%s' failed to stop".formatted(LeaderLifecycle.this.election.name()),
						ex);
			}
		}

	}

}
