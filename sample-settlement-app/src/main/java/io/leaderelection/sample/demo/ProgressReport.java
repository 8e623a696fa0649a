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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Line that tells how far the settlement is, printed whenever that changed.
 */
class ProgressReport {

	private static final Duration INTERVAL = Duration.ofSeconds(2);

	private final CountDownLatch stopped = new CountDownLatch(1);

	private final JdbcTemplate jdbc;

	private final Console console;

	private long settled;

	ProgressReport(JdbcTemplate jdbc, Console console) {
		this.jdbc = jdbc;
		this.console = console;
	}

	void start() {
		Thread thread = new Thread(this::run, "progress");
		thread.setDaemon(true);
		thread.start();
	}

	void stop() {
		this.stopped.countDown();
	}

	private void run() {
		try {
			while (!this.stopped.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
				report();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void report() {
		try {
			Figures figures = Figures.read(this.jdbc);
			if (figures.settled() != this.settled) {
				this.console.say("%,d payments settled by %,d payouts, %,d waiting", figures.settled(),
						figures.payouts(), figures.captured() - figures.settled());
				this.settled = figures.settled();
			}
		}
		catch (DataAccessException ex) {
			this.console.say("The database does not tell how far the settlement is: %s",
					ex.getMostSpecificCause().getMessage());
		}
	}

}
