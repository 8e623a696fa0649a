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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.leaderelection.benchmarks.FailoverWorker.Contestant;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Process of a worker, and when it said what.
 */
final class WorkerProcess implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(WorkerProcess.class);

	private final Process process;

	private final CountDownLatch ready = new CountDownLatch(1);

	private final CountDownLatch led = new CountDownLatch(1);

	private volatile long ledAt;

	private WorkerProcess(Process process) {
		this.process = process;
		Thread reader = new Thread(this::read, "worker-" + process.pid());
		reader.setDaemon(true);
		reader.start();
	}

	static WorkerProcess start(Contestant contestant, String url, String ttl) {
		try {
			return new WorkerProcess(new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-Xmx128m",
					"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Duser.timezone=UTC", "-cp",
					System.getProperty("java.class.path"), FailoverWorker.class.getName(), contestant.name(), url, ttl)
				.redirectError(ProcessBuilder.Redirect.INHERIT)
				.start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void read() {
		try (BufferedReader reader = this.process.inputReader(StandardCharsets.UTF_8)) {
			String line = reader.readLine();
			while (line != null) {
				if (line.equals(FailoverWorker.LEADER) && this.led.getCount() == 1) {
					this.ledAt = System.nanoTime();
					this.led.countDown();
				}
				else if (line.equals(FailoverWorker.READY)) {
					this.ready.countDown();
				}
				else if (!line.isBlank()) {
					logger.warn("Worker %d: %s".formatted(this.process.pid(), line));
				}
				line = reader.readLine();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	void awaitReady(Duration patience) throws InterruptedException {
		long deadline = System.nanoTime() + patience.toNanos();
		while (!this.ready.await(100, TimeUnit.MILLISECONDS)) {
			if (!this.process.isAlive() || System.nanoTime() > deadline) {
				throw new IllegalStateException("Worker " + this.process.pid() + " did not start");
			}
		}
	}

	long awaitLeadership(Duration patience) throws InterruptedException {
		if (!this.led.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
			throw new IllegalStateException("Worker " + this.process.pid() + " did not lead");
		}
		return this.ledAt;
	}

	/**
	 * End the worker.
	 * @param kill whether by SIGKILL, instead of SIGTERM
	 */
	void end(boolean kill) {
		if (kill) {
			this.process.destroyForcibly();
		}
		else {
			this.process.destroy();
		}
	}

	void awaitEnd(Duration patience) throws InterruptedException {
		if (!this.process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
			throw new IllegalStateException("Worker " + this.process.pid() + " did not end");
		}
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

}
