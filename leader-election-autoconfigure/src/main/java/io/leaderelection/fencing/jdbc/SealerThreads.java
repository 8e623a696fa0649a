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

package io.leaderelection.fencing.jdbc;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.springframework.util.CustomizableThreadCreator;

/**
 * Daemon threads that work on the fences of one database. Attempts queue, as one instance
 * may win many elections at once; whoever watches an attempt must not, as it frees the
 * thread of the attempt.
 */
final class SealerThreads implements AutoCloseable {

	private static final int SEALERS = 4;

	private static final int WATCHERS = 2 * SEALERS;

	private static final int WAITING_ATTEMPTS = 1000;

	private final ExecutorService sealers = pool(SEALERS, new LinkedBlockingQueue<>(WAITING_ATTEMPTS));

	private final ExecutorService watchers = pool(WATCHERS, new SynchronousQueue<>());

	Executor sealers() {
		return this.sealers;
	}

	Executor watchers() {
		return this.watchers;
	}

	@Override
	public void close() {
		this.sealers.shutdownNow();
		this.watchers.shutdownNow();
	}

	private static ExecutorService pool(int threads, BlockingQueue<Runnable> queue) {
		ThreadPoolExecutor pool = new ThreadPoolExecutor(threads, threads, 10, TimeUnit.SECONDS, queue,
				new Threads()::create);
		pool.allowCoreThreadTimeOut(true);
		return pool;
	}

	private static final class Threads extends CustomizableThreadCreator {

		Threads() {
			super("leader-election-seal-");
			setDaemon(true);
		}

		Thread create(Runnable task) {
			return createThread(task);
		}

	}

}
