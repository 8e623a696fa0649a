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

package io.leaderelection.benchmarks;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;

/**
 * Job that works as long as it holds a lock, which it extends, and gives back at the end.
 */
final class LockHolder implements SmartLifecycle {

	private static final Duration POLL = Duration.ofMillis(100);

	private final LockProvider provider;

	private final String name;

	private final Duration atMost;

	private final Runnable onLock;

	private final CountDownLatch stopping = new CountDownLatch(1);

	private final Thread thread = new Thread(this::run, "lock-holder");

	LockHolder(LockProvider provider, String name, Duration atMost, Runnable onLock) {
		this.provider = provider;
		this.name = name;
		this.atMost = atMost;
		this.onLock = onLock;
	}

	@Override
	public void start() {
		this.thread.start();
	}

	private void run() {
		SimpleLock held = null;
		try {
			do {
				SimpleLock next = next(held);
				if (held == null && next != null) {
					this.onLock.run();
				}
				held = next;
			}
			while (!this.stopping.await(((held != null) ? this.atMost.dividedBy(4) : POLL).toMillis(),
					TimeUnit.MILLISECONDS));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			if (held != null) {
				held.unlock();
			}
		}
	}

	private @Nullable SimpleLock next(@Nullable SimpleLock held) {
		if (held != null) {
			return held.extend(this.atMost, Duration.ZERO).orElse(null);
		}
		return this.provider.lock(new LockConfiguration(Instant.now(), this.name, this.atMost, Duration.ZERO))
			.orElse(null);
	}

	@Override
	public void stop() {
		this.stopping.countDown();
		try {
			this.thread.join(10_000);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public boolean isRunning() {
		return this.thread.isAlive();
	}

}
