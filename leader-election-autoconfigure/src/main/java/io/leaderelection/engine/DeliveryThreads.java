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
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Daemon threads that deliver events, a bounded number of them. An idle one is used
 * before another one is started, as to start a thread takes longer than to wake it. Idle
 * ones end, of which one can be kept.
 */
final class DeliveryThreads implements Executor {

	private static final int LARGEST = 4;

	private final ThreadPoolExecutor executor;

	/**
	 * Create threads, which start when they are first needed.
	 * @param idle how long a thread that is not kept waits for another task
	 */
	DeliveryThreads(Duration idle) {
		AtomicInteger number = new AtomicInteger();
		Handover handover = new Handover();
		this.executor = new ThreadPoolExecutor(1, LARGEST, idle.toMillis(), TimeUnit.MILLISECONDS, handover, (task) -> {
			Thread thread = new Thread(task, "leader-election-events-" + number.incrementAndGet());
			thread.setDaemon(true);
			return thread;
		}, (task, busy) -> {
			handover.await(task);
			// The busy ones may have ended meanwhile.
			busy.prestartCoreThread();
		});
		this.executor.allowCoreThreadTimeOut(true);
	}

	/**
	 * Keep one thread, even if it is idle, because an event may be due at any time.
	 */
	void keepOne() {
		this.executor.allowCoreThreadTimeOut(false);
		this.executor.prestartCoreThread();
	}

	/**
	 * Let all threads end that are idle.
	 */
	void keepNone() {
		this.executor.allowCoreThreadTimeOut(true);
	}

	@Override
	public void execute(Runnable task) {
		this.executor.execute(task);
	}

	/**
	 * Queue that takes tasks for idle threads only, so that the executor starts another
	 * one otherwise. Tasks that no thread can be started for are let in separately.
	 */
	private static final class Handover extends LinkedTransferQueue<Runnable> {

		private static final long serialVersionUID = 1L;

		@Override
		public boolean offer(Runnable task) {
			return tryTransfer(task);
		}

		void await(Runnable task) {
			super.offer(task);
		}

	}

}
