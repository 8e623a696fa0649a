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

package io.leaderelection.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * One direction of a connection through a {@link TcpRelay}. One thread reads, so that
 * what was sent before a certain moment is known, and another one writes.
 */
final class Pump {

	/**
	 * Longest pause between the parts of one request.
	 */
	private static final Duration LONGEST_PAUSE = Duration.ofMillis(300);

	private final InputStream in;

	private final OutputStream out;

	private final Runnable onArrival;

	private final Runnable onFailure;

	private final Ending onEnd;

	private final Deque<byte[]> buffered = new ArrayDeque<>();

	private boolean held;

	private boolean losing;

	private long burstEnd;

	private boolean drained;

	private boolean ended;

	/**
	 * Create a pump.
	 * @param in where bytes come from
	 * @param out where they go to
	 * @param onArrival what to do when bytes have come
	 * @param onFailure what to do when the connection is broken
	 * @param onEnd what to do when all that was sent before the end has passed
	 */
	Pump(InputStream in, OutputStream out, Runnable onArrival, Runnable onFailure, Ending onEnd) {
		this.in = in;
		this.out = out;
		this.onArrival = onArrival;
		this.onFailure = onFailure;
		this.onEnd = onEnd;
	}

	void start() {
		Relayed.startThread("relay-read", this::read);
		Relayed.startThread("relay-write", this::write);
	}

	synchronized void hold() {
		this.held = true;
	}

	/**
	 * Lose whatever comes when nothing came for a while after the next bytes.
	 */
	synchronized void loseAfterNextBurst() {
		this.losing = true;
		this.burstEnd = Long.MAX_VALUE;
	}

	synchronized void release() {
		this.held = false;
		notifyAll();
	}

	synchronized void end() {
		this.ended = true;
		notifyAll();
	}

	private void read() throws IOException {
		byte[] buffer = new byte[16384];
		boolean inOrder = false;
		try {
			for (int count = this.in.read(buffer); count >= 0; count = this.in.read(buffer)) {
				this.onArrival.run();
				add(Arrays.copyOf(buffer, count));
			}
			inOrder = true;
		}
		finally {
			if (inOrder) {
				drain();
			}
			else {
				this.onFailure.run();
			}
		}
	}

	private synchronized void drain() {
		this.drained = true;
		notifyAll();
	}

	private synchronized void add(byte[] bytes) {
		long now = System.nanoTime();
		if (this.losing && this.burstEnd != Long.MAX_VALUE && now - this.burstEnd > 0) {
			return;
		}
		this.burstEnd = now + LONGEST_PAUSE.toNanos();
		this.buffered.add(bytes);
		notifyAll();
	}

	private void write() throws IOException, InterruptedException {
		boolean inOrder = false;
		try {
			for (byte[] bytes = take(); bytes.length > 0; bytes = take()) {
				this.out.write(bytes);
				this.out.flush();
			}
			this.onEnd.run();
			inOrder = true;
		}
		finally {
			if (!inOrder) {
				this.onFailure.run();
			}
		}
	}

	/**
	 * Wait for bytes that may pass.
	 * @return the bytes, none at the end of the connection
	 */
	private synchronized byte[] take() throws InterruptedException {
		while (!this.ended && (this.held || this.buffered.isEmpty()) && (this.held || !this.drained)) {
			wait();
		}
		return (this.ended || this.buffered.isEmpty()) ? new byte[0] : this.buffered.remove();
	}

	/**
	 * What follows the end of a direction.
	 */
	@FunctionalInterface
	interface Ending {

		void run() throws IOException;

	}

}
