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

package io.leaderelection.sample.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * Process that runs PostgreSQL from the embedded binaries, on a free port of the loopback
 * interface, until it is terminated. Its data lies below {@code java.io.tmpdir}.
 */
public final class EmbeddedPostgresServer {

	private static final Duration STARTUP = Duration.ofSeconds(45);

	private EmbeddedPostgresServer() {
	}

	/**
	 * Starts the server and tells where it listens.
	 * @param args the file that the JDBC URL is written to, once the server accepts
	 * connections
	 * @throws IOException if the server does not start
	 * @throws InterruptedException if the process is told to end
	 */
	public static void main(String[] args) throws IOException, InterruptedException {
		if (args.length != 1) {
			throw new IllegalArgumentException("Name one file, for the JDBC URL");
		}
		// Its sockets would lie in the system's folder for temporary files. TCP is
		// enough.
		EmbeddedPostgres server = EmbeddedPostgres.builder()
			.setServerConfig("unix_socket_directories", "")
			.setPGStartupWait(STARTUP)
			.start();
		publish(Path.of(args[0]), server.getJdbcUrl("postgres", "postgres"));
		Thread.currentThread().join();
	}

	private static void publish(Path file, String url) throws IOException {
		// In one step, as a reader waits for the file to appear.
		Path draft = file.resolveSibling(file.getFileName() + ".draft");
		Files.writeString(draft, url);
		Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
	}

}
