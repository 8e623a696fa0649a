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

package io.leaderelection.sample;

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

import io.leaderelection.sample.drill.DrillEvent;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;
import org.jspecify.annotations.Nullable;

/**
 * Process of a worker that takes part in drills, with its output.
 */
public final class WorkerProcess implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final String UP = "(?:" + DrillEvent.Kind.READY + "\t.*\t|is up on http://127\\.0\\.0\\.1:)(\\d+)";

	private final List<String> output = new CopyOnWriteArrayList<>();

	private final Process process;

	private final String name;

	private WorkerProcess(Process process, @Nullable String name) {
		this.process = process;
		this.name = (name != null) ? name : "worker-" + process.pid();
		Thread reader = new Thread(this::read, this.name);
		reader.setDaemon(true);
		reader.start();
		Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
	}

	/**
	 * Start a worker that has its name from its process id, as {@code spring-boot:run}
	 * does.
	 * @param databaseUrl a file of H2
	 * @param options more options
	 */
	public static WorkerProcess startLocal(String databaseUrl, String... options) throws IOException {
		return new WorkerProcess(
				launch(databaseUrl, Stream.concat(Stream.of("--spring.profiles.active=local"), Stream.of(options))),
				null);
	}

	/**
	 * Start a worker on PostgreSQL.
	 * @param name its name
	 * @param databaseUrl the database, which elects as well
	 * @param options more options
	 */
	public static WorkerProcess start(String name, String databaseUrl, String... options) throws IOException {
		Stream<String> identity = Stream.of("--settlement.worker=" + name, "--leader-election.instance-id=" + name,
				"--leader-election.coordinator=jdbc");
		return new WorkerProcess(launch(databaseUrl, Stream.concat(identity, Stream.of(options))), name);
	}

	private static Process launch(String databaseUrl, Stream<String> options) throws IOException {
		Stream<String> command = Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-cp", classPath(),
				"-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"), SettlementApplication.class.getName(),
				"--settlement.drill.enabled=true", "--logging.level.drill=info",
				"--spring.datasource.url=" + databaseUrl);
		return new ProcessBuilder(Stream.concat(command, options).toList()).redirectErrorStream(true).start();
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

	public String name() {
		return this.name;
	}

	/**
	 * Wait until it serves requests.
	 * @return its port
	 */
	public int awaitPort() {
		return Integer.parseInt(await(UP).group(1));
	}

	public boolean isAlive() {
		return this.process.isAlive();
	}

	/**
	 * Wait for a line.
	 * @param pattern what the line contains, a regular expression
	 * @return what was found
	 */
	public MatchResult await(String pattern) {
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

	public List<String> output() {
		return List.copyOf(this.output);
	}

	public void resign(String election) throws IOException, InterruptedException {
		HttpRequest request = HttpRequest
			.newBuilder(URI.create("http://127.0.0.1:" + awaitPort() + "/drill/resign/" + election))
			.POST(BodyPublishers.noBody())
			.build();
		HttpClient.newHttpClient().send(request, BodyHandlers.discarding());
	}

	/**
	 * End the process with SIGKILL.
	 */
	public void kill() {
		this.process.destroyForcibly();
		this.process.onExit().join();
	}

	/**
	 * End the process with SIGTERM.
	 */
	public void terminate() {
		this.process.destroy();
		this.process.onExit().join();
	}

	@Override
	public void close() {
		kill();
	}

}
