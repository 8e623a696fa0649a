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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Server process under a keeper: a small shell that starts and signals it on demand. When
 * this JVM ends, be it by SIGKILL, the keeper's input ends, and it kills the server and
 * removes its folder.
 */
final class KeptProcess implements AutoCloseable {

	private static final String KEEPER = """
			trap '' HUP INT TERM
			folder=$1; log=$2; shift 2
			pid= others=
			while read -r order all; do
				case $order in
				START) "$@" >>"$log" 2>&1 </dev/null & pid=$! ;;
				KILL) [ -n "$pid" ] && { kill -CONT "$pid" $others; kill -KILL "$pid"; wait "$pid"; pid= others=; } ;;
				*) [ -n "$pid" ] && { others=$all; kill -"$order" "$pid" $others; } ;;
				esac
				echo "$order"
			done
			[ -n "$pid" ] && { kill -KILL "$pid"; kill -CONT $others; wait "$pid"; }
			rm -rf "$folder"
			""";

	private static final Duration END_TIMEOUT = Duration.ofSeconds(60);

	private static final int LOG_TAIL = 20;

	private final Process keeper;

	private final Writer orders;

	private final BufferedReader answers;

	private final Path log;

	/**
	 * Create a keeper; the server is not started yet.
	 * @param folder the folder that is removed at the end
	 * @param command the command of the server
	 */
	KeptProcess(Path folder, List<String> command) {
		this.log = folder.resolve("server.log");
		List<String> line = new ArrayList<>(
				List.of("sh", "-c", KEEPER, "keeper", folder.toString(), this.log.toString()));
		line.addAll(command);
		try {
			this.keeper = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD).start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.orders = this.keeper.outputWriter(StandardCharsets.UTF_8);
		this.answers = this.keeper.inputReader(StandardCharsets.UTF_8);
	}

	void start() {
		order("START");
	}

	/**
	 * Wait until the server answers. If it does not in time it is closed.
	 * @param name what the server is called in the message then
	 * @param timeout how long to wait
	 * @param answers asks it once
	 */
	void awaitAnswer(String name, Duration timeout, Callable<Boolean> answers) {
		try {
			Awaitility.await()
				.atMost(timeout)
				.pollInterval(Duration.ofMillis(50))
				.pollDelay(Duration.ZERO)
				.until(answers);
		}
		catch (ConditionTimeoutException ex) {
			String tail = logTail();
			close();
			throw new IllegalStateException("%s did not start within %s:\n%s".formatted(name, timeout, tail), ex);
		}
	}

	/**
	 * Kill the server and wait until it is gone, with the processes that it had started.
	 * They notice its end a moment later, and until then no other one can start on its
	 * data. Does nothing if it does not run.
	 */
	void kill() {
		List<ProcessHandle> all = this.keeper.descendants().toList();
		order("KILL");
		Awaitility.await()
			.atMost(END_TIMEOUT)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(10))
			.until(() -> all.stream().noneMatch(KeptProcess::isRunning));
	}

	// One that has ended, but of which its parent has not heard, runs no command.
	private static boolean isRunning(ProcessHandle process) {
		return process.isAlive() && process.info().command().isPresent();
	}

	/**
	 * Freeze the server, and then the processes that it had started.
	 */
	void freeze() {
		order("STOP");
		order("STOP", this.keeper.descendants());
	}

	void thaw() {
		order("CONT", this.keeper.descendants());
	}

	/**
	 * Return the last lines that the server wrote.
	 */
	private String logTail() {
		try {
			List<String> lines = Files.exists(this.log) ? Files.readAllLines(this.log) : List.of();
			return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_TAIL), lines.size()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void order(String order) {
		order(order, Stream.empty());
	}

	private synchronized void order(String order, Stream<ProcessHandle> others) {
		try {
			this.orders.write(others.map((other) -> Long.toString(other.pid()))
				.collect(Collectors.joining(" ", order + " ", "\n")));
			this.orders.flush();
			String answer = this.answers.readLine();
			if (!order.equals(answer)) {
				throw new IllegalStateException("The keeper answered '%s' to '%s'".formatted(answer, order));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		try {
			this.orders.close();
			if (!this.keeper.waitFor(END_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
				throw new IllegalStateException("The server did not end within " + END_TIMEOUT);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while the server ends", ex);
		}
	}

}
