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

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.LeaderElectionEvent;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.spi.GuardedExecution;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.context.ApplicationEventPublisher;

/**
 * Events of one election, delivered one after the other by the threads of an executor. A
 * listener that throws is logged; one that is slow delays the events of its own election
 * only.
 */
final class EventLane {

	private static final Log logger = LogFactory.getLog(EventLane.class);

	private final Executor executor;

	private final ApplicationEventPublisher publisher;

	private final GuardedExecution guardedExecution;

	private final Queue<Runnable> deliveries = new ConcurrentLinkedQueue<>();

	private final AtomicInteger waiting = new AtomicInteger();

	EventLane(Executor executor, ApplicationEventPublisher publisher, GuardedExecution guardedExecution) {
		this.executor = executor;
		this.publisher = publisher;
		this.guardedExecution = guardedExecution;
	}

	/**
	 * Deliver the event after those submitted before.
	 * @param event the event
	 * @param delivered what to do once its listeners have returned
	 */
	void submit(LeaderElectionEvent event, Runnable delivered) {
		this.deliveries.add(() -> {
			try {
				deliver(event);
			}
			finally {
				delivered.run();
			}
		});
		if (this.waiting.getAndIncrement() == 0) {
			this.executor.execute(this::deliverWaiting);
		}
	}

	private void deliverWaiting() {
		do {
			Runnable delivery = this.deliveries.poll();
			try {
				if (delivery != null) {
					delivery.run();
				}
			}
			catch (Throwable ex) {
				logger.error("Delivery of an event failed; the next ones follow", ex);
			}
		}
		while (this.waiting.decrementAndGet() > 0);
	}

	private void deliver(LeaderElectionEvent event) {
		if (event instanceof LeaderGrantedEvent granted) {
			deliverBound(granted);
		}
		else {
			publish(event);
		}
	}

	private void deliverBound(LeaderGrantedEvent event) {
		AtomicBoolean published = new AtomicBoolean();
		try {
			this.guardedExecution.call(event.getLeadership(), () -> {
				published.set(true);
				publish(event);
				return null;
			});
		}
		catch (Exception ex) {
			logger.warn("Listeners of " + event + " left a failure", ex);
		}
		// A term that ended meanwhile may be refused the binding, yet its event is due.
		if (!published.get()) {
			publish(event);
		}
	}

	private void publish(LeaderElectionEvent event) {
		try {
			this.publisher.publishEvent(event);
		}
		catch (Throwable ex) {
			logger.error("A listener of " + event + " failed", ex);
		}
	}

}
