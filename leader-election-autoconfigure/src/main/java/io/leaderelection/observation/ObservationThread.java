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

package io.leaderelection.observation;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Daemon thread that runs the handlers of observations, one after the other; it ends when
 * it is idle. If handlers are so slow that a thousand wait, further ones are dropped.
 */
public final class ObservationThread implements Executor, AutoCloseable {

	private static final int LONGEST_QUEUE = 1000;

	private final ThreadPoolExecutor executor;

	/**
	 * Create the thread, which starts when it is first needed.
	 */
	public ObservationThread() {
		this.executor = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(LONGEST_QUEUE),
				(task) -> {
					Thread thread = new Thread(task, "leader-election-observation");
					thread.setDaemon(true);
					return thread;
				}, new ThreadPoolExecutor.DiscardPolicy());
		this.executor.allowCoreThreadTimeOut(true);
	}

	@Override
	public void execute(Runnable task) {
		this.executor.execute(task);
	}

	@Override
	public void close() {
		this.executor.shutdown();
	}

}
