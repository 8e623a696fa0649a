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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.leaderelection.sample.drill.DrillEvent;

/**
 * Process of one worker.
 */
final class Worker {

	/**
	 * Time within which a process that cannot be signalled has turned out to be over.
	 */
	private static final Duration LAST_BREATH = Duration.ofSeconds(2);

	private final String name;

	private final Process process;

	private volatile int port;

	private volatile boolean frozen;

	private Worker(String name, Process process) {
		this.name = name;
		this.process = process;
	}

	/**
	 * Start a worker.
	 * @param name its name
	 * @param command the command line
	 * @param log the file that its output goes to
	 * @param events told every event of the worker, on a thread of its own
	 * @param exits told the end of the worker and its status, on the same thread
	 * @return the worker
	 */
	static Worker start(String name, List<String> command, Path log, Consumer<WorkerEvent> events,
			BiConsumer<Worker, Integer> exits) {
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
			Worker worker = new Worker(name, process);
			Thread reader = new Thread(() -> worker.follow(log, events, exits), name + "-output");
			reader.setDaemon(true);
			reader.start();
			return worker;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot start " + name + ": " + String.join(" ", command), ex);
		}
	}

	private void follow(Path log, Consumer<WorkerEvent> events, BiConsumer<Worker, Integer> exits) {
		readOutput(log, events);
		exits.accept(this, this.process.onExit().join().exitValue());
	}

	private void readOutput(Path log, Consumer<WorkerEvent> events) {
		try (BufferedReader output = this.process.inputReader(StandardCharsets.UTF_8);
				PrintWriter copy = new PrintWriter(
						Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND), true)) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				copy.println(line);
				DrillEvent.parse(line).ifPresent((event) -> {
					if (event.kind() == DrillEvent.Kind.READY) {
						this.port = Integer.parseInt(event.detail());
					}
					events.accept(new WorkerEvent(this, event));
				});
			}
		}
		catch (IOException ex) {
			// The output of a killed process breaks off.
		}
	}

	String name() {
		return this.name;
	}

	long pid() {
		return this.process.pid();
	}

	int port() {
		return this.port;
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	/**
	 * Return whether the worker can serve requests.
	 * @return whether it is up and not frozen
	 */
	boolean serves() {
		return this.port > 0 && !this.frozen && this.process.isAlive();
	}

	/**
	 * Kill the process with SIGKILL.
	 */
	void kill() {
		signal("KILL");
	}

	/**
	 * Freeze the process with SIGSTOP.
	 */
	void freeze() {
		this.frozen = true;
		signal("STOP");
	}

	/**
	 * Wake the process with SIGCONT.
	 */
	void wake() {
		signal("CONT");
		this.frozen = false;
	}

	/**
	 * Ask the process to end, with SIGTERM.
	 */
	void terminate() {
		if (this.process.isAlive()) {
			signal("TERM");
		}
	}

	/**
	 * Wait for the process to end.
	 * @param patience the longest time to wait
	 * @return whether it ended
	 */
	boolean awaitExit(Duration patience) {
		try {
			return this.process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	private void signal(String signal) {
		try {
			Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(pid())).inheritIO().start();
			if (kill.waitFor() != 0 && !awaitExit(LAST_BREATH)) {
				throw new DrillFailedException("kill -" + signal + " " + pid() + " failed");
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new RunEndedException();
		}
	}

	@Override
	public String toString() {
		return this.name;
	}

}
