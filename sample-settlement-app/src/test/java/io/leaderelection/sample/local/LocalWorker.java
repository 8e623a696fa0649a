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

package io.leaderelection.sample.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.leaderelection.sample.SettlementApplication;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;

/**
 * Process of a worker as {@code spring-boot:run} starts it, with its output.
 */
final class LocalWorker implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final Pattern UP = Pattern.compile("is up on http://127\\.0\\.0\\.1:(\\d+)");

	private final List<String> output = new CopyOnWriteArrayList<>();

	private final Process process;

	private LocalWorker(Process process) {
		this.process = process;
		Thread reader = new Thread(this::read, "worker-" + process.pid());
		reader.setDaemon(true);
		reader.start();
		Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
	}

	static LocalWorker start(String databaseUrl, String... options) throws IOException {
		List<String> command = Stream
			.concat(Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m",
					"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-cp", classPath(),
					"-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"), SettlementApplication.class.getName(),
					"--spring.profiles.active=local", "--spring.datasource.url=" + databaseUrl), Stream.of(options))
			.toList();
		return new LocalWorker(new ProcessBuilder(command).redirectErrorStream(true).start());
	}

	private static String classPath() {
		return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
	}

	private void read() {
		try (BufferedReader reader = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = reader.readLine(); line != null; line = reader.readLine()) {
				this.output.add(line);
			}
		}
		catch (IOException ex) {
			this.output.add("The output broke off: " + ex);
		}
	}

	String name() {
		return "worker-" + this.process.pid();
	}

	/**
	 * Wait for a line.
	 * @param pattern what the line contains, a regular expression
	 * @return what was found
	 */
	MatchResult await(String pattern) {
		Pattern compiled = Pattern.compile(pattern);
		try {
			return Awaitility.await()
				.atMost(PATIENCE)
				.failFast(() -> !this.process.isAlive() && find(compiled) == null)
				.until(() -> find(compiled), Objects::nonNull);
		}
		catch (ConditionTimeoutException | TerminalFailureException ex) {
			throw new AssertionError(name() + " did not print '" + pattern + "':\n" + String.join("\n", this.output),
					ex);
		}
	}

	private MatchResult find(Pattern pattern) {
		return this.output.stream()
			.map(pattern::matcher)
			.filter(Matcher::find)
			.findFirst()
			.map(Matcher::toMatchResult)
			.orElse(null);
	}

	List<String> output() {
		return List.copyOf(this.output);
	}

	void resign(String election) throws IOException, InterruptedException {
		String port = await(UP.pattern()).group(1);
		HttpRequest request = HttpRequest
			.newBuilder(URI.create("http://127.0.0.1:" + port + "/drill/resign/" + election))
			.POST(BodyPublishers.noBody())
			.build();
		HttpClient.newHttpClient().send(request, BodyHandlers.discarding());
	}

	/**
	 * End the process with SIGKILL.
	 */
	void kill() {
		this.process.destroyForcibly();
		this.process.onExit().join();
	}

	/**
	 * End the process with SIGTERM.
	 */
	void terminate() {
		this.process.destroy();
		this.process.onExit().join();
	}

	@Override
	public void close() {
		kill();
	}

}
