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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Time and work that operations took so far.
 *
 * @param elapsed the time, in nanoseconds
 * @param processor the processor time of this thread and of its database session, in
 * nanoseconds, or zero if the platform does not tell that of other processes
 */
record Effort(double elapsed, double processor) {

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	/**
	 * Return the effort up to now.
	 * @param jdbc the template whose session is meant, which the pool gives to the same
	 * thread again
	 * @return the effort
	 */
	static Effort now(JdbcTemplate jdbc) {
		Integer session = jdbc.queryForObject("SELECT pg_backend_pid()", Integer.class);
		Path statistics = Path.of("/proc", String.valueOf(session), "schedstat");
		try {
			double database = Files.exists(statistics) ? firstNumber(Files.readString(statistics)) : 0;
			return new Effort(System.nanoTime(), (database > 0) ? database + THREADS.getCurrentThreadCpuTime() : 0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static double firstNumber(String text) {
		return Double.parseDouble(text.substring(0, text.indexOf(' ')));
	}

	Effort since(Effort start, int operations) {
		return new Effort((this.elapsed - start.elapsed) / operations, (this.processor - start.processor) / operations);
	}

}
