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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import io.leaderelection.servers.PostgresDatabase;

/**
 * Process of a {@link FrozenWorker}, which can be frozen by SIGSTOP. Killed at the end.
 * However this JVM ends, killed too, the end of its pipe makes a watchdog kill the
 * worker: one that stands still cannot see the end of its own input.
 */
final class WorkerProcess implements AutoCloseable {

	private static final String WATCHDOG = "trap '' INT TERM HUP; cat > /dev/null; kill -KILL \"$1\"";

	private final Process process;

	private final Process watchdog;

	private final BufferedReader output;

	private WorkerProcess(Process process) throws IOException {
		this.process = process;
		this.watchdog = new ProcessBuilder("sh", "-c", WATCHDOG, "watchdog", String.valueOf(process.pid()))
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		this.output = process.inputReader(StandardCharsets.UTF_8);
	}

	static WorkerProcess start(FrozenWorker.Stage stage, PostgresDatabase postgres, Duration idleLimit) {
		try {
			Process process = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-Xmx64m",
					"-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
					"-Dorg.slf4j.simpleLogger.defaultLogLevel=off", FrozenWorker.class.getName(), stage.name(),
					postgres.url(), postgres.user(), postgres.password(), idleLimit.toString())
				.redirectError(ProcessBuilder.Redirect.DISCARD)
				.start();
			WorkerProcess worker = new WorkerProcess(process);
			worker.await("READY");
			return worker;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	void freeze() {
		signal("STOP");
	}

	/**
	 * Wake the worker and let it go on.
	 * @return what became of its last write
	 */
	String wake() {
		signal("CONT");
		try {
			this.process.outputWriter().append('\n').flush();
			return awaitLine((line) -> line.startsWith("REFUSED") || line.startsWith("ACCEPTED"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void await(String expected) throws IOException {
		awaitLine(expected::equals);
	}

	private String awaitLine(Predicate<String> condition) throws IOException {
		String line = this.output.readLine();
		// Logs go the same way.
		while (line != null && !condition.test(line)) {
			line = this.output.readLine();
		}
		if (line == null) {
			throw new IllegalStateException("The worker ended");
		}
		return line;
	}

	private void signal(String name) {
		try {
			Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(this.process.pid())).start();
			if (kill.waitFor() != 0) {
				throw new IllegalStateException("The worker could not be signalled");
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.watchdog.destroyForcibly();
		this.process.destroyForcibly();
		try {
			this.process.waitFor(10, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
