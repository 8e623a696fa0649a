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

package io.leaderelection.coordinator;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Event loop on one daemon thread and the clocks of the system. A task that throws is
 * logged and never ends the loop.
 */
public final class ThreadEventLoop implements EventLoop, AutoCloseable {

	private static final Log logger = LogFactory.getLog(ThreadEventLoop.class);

	private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

	private final ScheduledThreadPoolExecutor executor;

	private volatile @Nullable Thread thread;

	/**
	 * Create a loop whose thread bears the given name.
	 * @param name the name of the thread
	 */
	public ThreadEventLoop(String name) {
		this.executor = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread created = new Thread(task, name);
			created.setDaemon(true);
			this.thread = created;
			return created;
		});
		this.executor.setRemoveOnCancelPolicy(true);
		this.executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
	}

	@Override
	public long nanoTime() {
		return System.nanoTime();
	}

	@Override
	public Instant wallTime() {
		return Instant.now();
	}

	@Override
	public long wallMillis() {
		return System.currentTimeMillis();
	}

	@Override
	public void execute(Runnable task) {
		try {
			this.executor.execute(supervised(task));
		}
		catch (RejectedExecutionException ex) {
			logger.trace("Task dropped because the event loop has ended", ex);
		}
	}

	@Override
	public Cancellable schedule(Duration delay, Runnable task) {
		try {
			ScheduledFuture<?> future = this.executor.schedule(supervised(task), delay.toNanos(), TimeUnit.NANOSECONDS);
			return () -> future.cancel(false);
		}
		catch (RejectedExecutionException ex) {
			logger.trace("Task dropped because the event loop has ended", ex);
			return () -> {
			};
		}
	}

	/**
	 * End the loop: tasks already submitted run, delayed ones do not. Waits for the
	 * thread to end, at most two seconds, unless called on that thread.
	 */
	@Override
	public void close() {
		this.executor.shutdown();
		Thread started = this.thread;
		if (started == null || started == Thread.currentThread()) {
			return;
		}
		try {
			started.join(CLOSE_TIMEOUT.toMillis());
			if (started.isAlive()) {
				this.executor.shutdownNow();
			}
		}
		catch (InterruptedException ex) {
			this.executor.shutdownNow();
			Thread.currentThread().interrupt();
		}
	}

	private static Runnable supervised(Runnable task) {
		return () -> {
			try {
				task.run();
			}
			catch (Throwable ex) {
				logger.error("Task of the event loop failed; the loop goes on", ex);
			}
		};
	}

}
