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

	private final Runnable onEnd;

	private final Deque<byte[]> buffered = new ArrayDeque<>();

	private boolean held;

	private boolean losing;

	private long burstEnd;

	private boolean ended;

	Pump(InputStream in, OutputStream out, Runnable onEnd) {
		this.in = in;
		this.out = out;
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
		try {
			for (int count = this.in.read(buffer); count >= 0; count = this.in.read(buffer)) {
				add(Arrays.copyOf(buffer, count));
			}
		}
		finally {
			this.onEnd.run();
		}
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
		try {
			for (byte[] bytes = take(); bytes.length > 0; bytes = take()) {
				this.out.write(bytes);
				this.out.flush();
			}
		}
		finally {
			this.onEnd.run();
		}
	}

	/**
	 * Wait for bytes that may pass.
	 * @return the bytes, none at the end of the connection
	 */
	private synchronized byte[] take() throws InterruptedException {
		while (!this.ended && (this.held || this.buffered.isEmpty())) {
			wait();
		}
		return this.ended ? new byte[0] : this.buffered.remove();
	}

}
