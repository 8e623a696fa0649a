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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.springframework.util.FileSystemUtils;

/**
 * PostgreSQL server of one run, with its data in a temporary folder. It listens on the
 * loopback interface and ends with the run.
 */
final class BenchmarkServer implements AutoCloseable {

	private final Path folder;

	private final EmbeddedPostgres server;

	private BenchmarkServer(Path folder, EmbeddedPostgres server) {
		this.folder = folder;
		this.server = server;
	}

	/**
	 * Start a server.
	 * @param durable whether commits wait for the disk, as in production; without, what
	 * is measured weighs more
	 * @return the server
	 */
	static BenchmarkServer start(boolean durable) {
		try {
			Path folder = Files.createTempDirectory("leader-election-benchmark");
			return new BenchmarkServer(folder,
					EmbeddedPostgres.builder()
						.setDataDirectory(folder.resolve("data"))
						.setServerConfig("listen_addresses", "127.0.0.1")
						.setServerConfig("unix_socket_directories", "''")
						.setServerConfig("fsync", durable ? "on" : "off")
						.setServerConfig("synchronous_commit", "on")
						.setServerConfig("autovacuum_naptime", "5s")
						.setPGStartupWait(Duration.ofSeconds(60))
						.start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	String url() {
		return "jdbc:postgresql://127.0.0.1:" + this.server.getPort() + "/postgres?user=postgres";
	}

	@Override
	public void close() {
		try {
			this.server.close();
			FileSystemUtils.deleteRecursively(this.folder);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
