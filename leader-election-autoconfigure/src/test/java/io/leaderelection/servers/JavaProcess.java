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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Java program of a test's own in a process of its own, which the test may kill and
 * freeze, and whose output it reads.
 */
public final class JavaProcess implements AutoCloseable {

	private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

	private final Path output;

	private final KeptProcess process;

	/**
	 * Start a program.
	 * @param main the class with the main method
	 * @param arguments its arguments
	 */
	public JavaProcess(Class<?> main, String... arguments) {
		this(List.of(), main, arguments);
	}

	/**
	 * Start a program by another one.
	 * @param prefix what the command begins with, such as {@code env} and variables
	 * @param main the class with the main method
	 * @param arguments its arguments
	 */
	public JavaProcess(List<String> prefix, Class<?> main, String... arguments) {
		try {
			Path folder = Files.createTempDirectory("leader-election-java");
			this.output = folder.resolve("server.log");
			List<String> command = new ArrayList<>(prefix);
			command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m",
					"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
					main.getName()));
			command.addAll(List.of(arguments));
			this.process = new KeptProcess(folder, command);
			this.process.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Return what the program wrote so far.
	 * @return the lines
	 */
	public List<String> lines() {
		try {
			return Files.exists(this.output) ? Files.readAllLines(this.output) : List.of();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Wait until the program wrote a line.
	 * @param condition tells the line
	 * @return the line
	 */
	public String awaitLine(Predicate<String> condition) {
		return awaitLine(condition, 1);
	}

	/**
	 * Wait until the program wrote so many lines.
	 * @param condition tells the lines
	 * @param number their number
	 * @return the last one of them
	 */
	public String awaitLine(Predicate<String> condition, int number) {
		try {
			return Awaitility.await()
				.atMost(START_TIMEOUT)
				.pollInterval(Duration.ofMillis(20))
				.until(() -> lines().stream().filter(condition).skip(number - 1).findFirst(),
						(found) -> found.isPresent())
				.orElseThrow();
		}
		catch (ConditionTimeoutException ex) {
			throw new AssertionError("The program wrote no such line, but:\n" + String.join("\n", lines()), ex);
		}
	}

	/**
	 * Kill the program, as {@code kill -9} does.
	 */
	public void kill() {
		this.process.kill();
	}

	/**
	 * Let the program stand still, as {@code kill -STOP} does.
	 */
	public void freeze() {
		this.process.freeze();
	}

	/**
	 * Let the program go on.
	 */
	public void thaw() {
		this.process.thaw();
	}

	@Override
	public void close() {
		this.process.close();
	}

}
