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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.springframework.util.FileSystemUtils;

/**
 * MariaDB as a child process, with its data in a temporary folder.
 */
final class MariaDbProcess implements MariaDbServer {

	private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

	private static final String USER = "test";

	private static final String PASSWORD = "secret";

	private final int port = Ports.free();

	private final KeptProcess process;

	private MariaDbProcess(Path folder, Path data, MariaDbBinaries binaries) {
		List<String> command = new ArrayList<>(binaries.command(data));
		// A relative socket lies in the data folder: absolute paths may be too long.
		command.addAll(List.of("--bind-address=127.0.0.1", "--port=" + this.port, "--socket=socket",
				"--pid-file=" + data.resolve("pid"), "--skip-name-resolve", "--max-connections=300"));
		this.process = new KeptProcess(folder, command);
	}

	static MariaDbProcess start(MariaDbBinaries binaries) {
		try {
			Path folder = Files.createTempDirectory("leader-election-mariadb");
			Path data = Files.createDirectory(folder.resolve("data"));
			try {
				initialize(data, binaries);
			}
			catch (IOException | RuntimeException ex) {
				FileSystemUtils.deleteRecursively(folder);
				throw ex;
			}
			MariaDbProcess server = new MariaDbProcess(folder, data, binaries);
			server.process.start();
			server.awaitAnswer();
			return server;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void initialize(Path data, MariaDbBinaries binaries) throws IOException {
		List<String> command = new ArrayList<>(binaries.command(data));
		command.add("--bootstrap");
		Path log = data.resolveSibling("bootstrap.log");
		Process bootstrap = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
		// The program reads one statement a line.
		String statements = """
				CREATE DATABASE mysql;
				USE mysql;
				SET @auth_root_socket=NULL;
				%s
				FLUSH PRIVILEGES;
				CREATE USER '%s'@'127.0.0.1' IDENTIFIED BY '%s';
				GRANT ALL ON *.* TO '%s'@'127.0.0.1' WITH GRANT OPTION;
				""".formatted(binaries.systemTables(), USER, PASSWORD, USER);
		try (var input = bootstrap.getOutputStream()) {
			input.write(statements.getBytes(StandardCharsets.UTF_8));
		}
		try {
			int status = bootstrap.waitFor();
			if (status != 0) {
				throw new IllegalStateException(
						"mariadbd --bootstrap ended with %d:\n%s".formatted(status, Files.readString(log)));
			}
		}
		catch (InterruptedException ex) {
			bootstrap.destroyForcibly();
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while MariaDB makes its tables", ex);
		}
	}

	private void awaitAnswer() {
		this.process.awaitAnswer("MariaDB", START_TIMEOUT, this::answers);
	}

	@Override
	public int port() {
		return this.port;
	}

	@Override
	public String user() {
		return USER;
	}

	@Override
	public String password() {
		return PASSWORD;
	}

	@Override
	public void kill() {
		this.process.kill();
	}

	@Override
	public void restart() {
		this.process.kill();
		this.process.start();
		awaitAnswer();
	}

	@Override
	public void freeze() {
		this.process.freeze();
	}

	@Override
	public void thaw() {
		this.process.thaw();
	}

	@Override
	public void close() {
		this.process.close();
	}

}
