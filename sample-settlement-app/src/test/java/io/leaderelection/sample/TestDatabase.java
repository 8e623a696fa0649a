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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.leaderelection.sample.demo.Database;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.springframework.util.FileSystemUtils;

/**
 * PostgreSQL for tests, on one server for all of them: the one that {@code DATABASE_URL}
 * names, or else the bundled one.
 */
public final class TestDatabase {

	private static final Database SERVER = start();

	private TestDatabase() {
	}

	/**
	 * Create an empty schema.
	 */
	public static Database empty() {
		return SERVER.createSchema();
	}

	/**
	 * Create a schema with the tables of the sample.
	 */
	public static Database migrated() {
		return empty().migrate();
	}

	private static Database start() {
		String url = System.getenv("DATABASE_URL");
		if (url != null && !url.isBlank()) {
			return new Database(url);
		}
		try {
			Path directory = Files.createTempDirectory("settlement-postgres");
			EmbeddedPostgres server = EmbeddedPostgres.builder()
				.setOverrideWorkingDirectory(directory.toFile())
				.setDataDirectory(directory.resolve("data"))
				.setServerConfig("listen_addresses", "127.0.0.1")
				.setServerConfig("unix_socket_directories", "")
				.setServerConfig("fsync", "on")
				.setRegisterShutdownHook(false)
				.setPGStartupWait(Duration.ofSeconds(60))
				.start();
			Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, directory)));
			return new Database("jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres?user=postgres");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void stop(EmbeddedPostgres server, Path directory) {
		try {
			server.close();
			FileSystemUtils.deleteRecursively(directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
