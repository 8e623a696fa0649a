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

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Input that stays open as long as the run shall go on. Its end, which also comes when
 * the script at its other side dies, ends the run in good order.
 */
class Leash {

	private final CountDownLatch ended = new CountDownLatch(1);

	Leash(InputStream input) {
		Thread reader = new Thread(() -> readToEnd(input), "leash");
		reader.setDaemon(true);
		reader.start();
	}

	private void readToEnd(InputStream input) {
		try {
			while (input.read() != -1) {
				// Whatever is typed means nothing.
			}
		}
		catch (IOException ex) {
			// A broken input is one that ended.
		}
		this.ended.countDown();
	}

	/**
	 * Return whether the run shall end.
	 * @return whether the input ended
	 */
	boolean isEnded() {
		return this.ended.getCount() == 0;
	}

	/**
	 * Wait.
	 * @param duration how long
	 * @throws RunEndedException if the run shall end
	 */
	void pause(Duration duration) {
		try {
			if (this.ended.await(duration.toNanos(), TimeUnit.NANOSECONDS)) {
				throw new RunEndedException();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new RunEndedException();
		}
	}

}
