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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * PostgreSQL from binaries in a jar, unpacked and run in a temporary folder.
 */
final class UnpackedPostgres {

	private static final String WORKING_DIRECTORY = "ot.epg.working-dir";

	private UnpackedPostgres() {
	}

	static PostgresServer start() throws IOException {
		Path folder = Files.createTempDirectory("leader-election-postgres");
		Path data = folder.resolve("data");
		ServerWatchdog.watch(folder, data.resolve("postmaster.pid"));
		String workingDirectory = System.getProperty(WORKING_DIRECTORY);
		System.setProperty(WORKING_DIRECTORY, folder.resolve("binaries").toString());
		try {
			EmbeddedPostgres server = EmbeddedPostgres.builder()
				.setDataDirectory(data)
				.setServerConfig("listen_addresses", "127.0.0.1")
				.setServerConfig("unix_socket_directories", "''")
				.setServerConfig("synchronous_commit", "on")
				.setPGStartupWait(Duration.ofSeconds(60))
				.start();
			return new PostgresServer("jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres", "postgres", "");
		}
		finally {
			if (workingDirectory != null) {
				System.setProperty(WORKING_DIRECTORY, workingDirectory);
			}
			else {
				System.clearProperty(WORKING_DIRECTORY);
			}
		}
	}

}
