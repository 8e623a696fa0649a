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

package io.leaderelection.sample.demo;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;

import io.leaderelection.sample.payment.LoadGenerator;

/**
 * Feed of payments to whichever worker serves. A document that broke off is sent again,
 * to another worker.
 */
class PaymentFeed {

	private static final Duration INTERVAL = Duration.ofMillis(100);

	private final Cluster cluster;

	private final LoadGenerator generator;

	private final int paymentsPerDocument;

	private final Thread thread = new Thread(this::run, "feed");

	private volatile boolean ended;

	private int turn;

	PaymentFeed(Cluster cluster, LoadGenerator generator, int paymentsPerSecond) {
		this.cluster = cluster;
		this.generator = generator;
		this.paymentsPerDocument = Math.toIntExact(paymentsPerSecond * INTERVAL.toMillis() / 1000);
		this.thread.setDaemon(true);
	}

	void start() {
		this.thread.start();
	}

	/**
	 * End the feed.
	 */
	void stop() {
		this.ended = true;
		try {
			this.thread.join(Duration.ofSeconds(30).toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void run() {
		long next = System.nanoTime();
		while (!this.ended) {
			deliver(LoadGenerator.toCsv(this.generator.next(this.paymentsPerDocument)));
			// After a disturbance the feed goes on, but does not make up for all of it.
			next = Math.max(next, System.nanoTime() - INTERVAL.toNanos()) + INTERVAL.toNanos();
			LockSupport.parkNanos(next - System.nanoTime());
		}
	}

	private void deliver(String csv) {
		while (!tryToDeliver(csv) && !this.ended) {
			LockSupport.parkNanos(INTERVAL.toNanos());
		}
	}

	private boolean tryToDeliver(String csv) {
		List<Worker> serving = this.cluster.workers().stream().filter(Worker::serves).toList();
		if (serving.isEmpty()) {
			return false;
		}
		Worker worker = serving.get(Math.floorMod(this.turn++, serving.size()));
		try {
			return this.cluster.post(worker, "/payments/import", csv).join().statusCode() == 200;
		}
		catch (CompletionException ex) {
			return false;
		}
	}

}
