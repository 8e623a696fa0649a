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

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Program {@code mariadbd} with what lies around it.
 *
 * @param base the folder of the installation, such as {@code /usr}
 */
record MariaDbBinaries(Path base) {

	private static final String PROGRAM = "usr/sbin/mariadbd";

	private static final List<String> SYSTEM_TABLES = List.of("system_tables.sql", "performance_tables.sql",
			"system_tables_data.sql");

	/**
	 * Find the program on the PATH, or unpack the package of the distribution.
	 */
	static MariaDbBinaries find() {
		Path program = onPath();
		if (program == null) {
			program = unpack();
		}
		try {
			return new MariaDbBinaries(program.toRealPath().getParent().getParent());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static @Nullable Path onPath() {
		// Programs for administrators are not on everybody's PATH.
		String path = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/sbin";
		return Arrays.stream(path.split(File.pathSeparator))
			.map((folder) -> Path.of(folder, "mariadbd"))
			.filter(Files::isExecutable)
			.findFirst()
			.orElse(null);
	}

	private static Path unpack() {
		try {
			return new DistributionPackage("mariadb-server-core", PROGRAM).unpack("mariadb").resolve(PROGRAM);
		}
		catch (IllegalStateException ex) {
			throw new IllegalStateException("""
					These tests need a MariaDB server. Provide one of:
					  - a Docker engine that this user can reach
					  - 'mariadbd' on the PATH (Debian, Ubuntu: apt-get install mariadb-server-core)
					  - root, or sudo without a password, on a distribution with apt and that package""", ex);
		}
	}

	/**
	 * Return the beginning of a command that runs the program on a data folder.
	 * @param data the folder
	 * @return the command
	 */
	List<String> command(Path data) {
		List<String> command = new ArrayList<>();
		if (!this.base.equals(Path.of("/usr"))) {
			command.addAll(List.of("env", "LD_LIBRARY_PATH=" + DistributionPackage.libraries(this.base)));
		}
		Path program = this.base.resolve("sbin").resolve("mariadbd");
		if (!Files.exists(program)) {
			program = this.base.resolve("bin").resolve("mariadbd");
		}
		command.addAll(List.of(program.toString(), "--no-defaults", "--basedir=" + this.base, "--datadir=" + data,
				"--lc-messages-dir=" + share(), "--innodb-use-native-aio=0", "--innodb-buffer-pool-size=32M",
				"--innodb-log-file-size=8M", "--skip-log-bin"));
		if ("root".equals(System.getProperty("user.name"))) {
			command.add("--user=root");
		}
		return command;
	}

	/**
	 * Return the statements that make the tables of the system.
	 */
	String systemTables() {
		return SYSTEM_TABLES.stream().map(this::script).collect(Collectors.joining("\n"));
	}

	private String script(String name) {
		try {
			Path file = Stream.of("mysql_", "mariadb_")
				.map((prefix) -> share().resolve(prefix + name))
				.filter(Files::exists)
				.findFirst()
				.orElseThrow(() -> new IllegalStateException("No " + name + " in " + share()));
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Path share() {
		return Stream.of("share/mysql", "share/mariadb", "share")
			.map(this.base::resolve)
			.filter((folder) -> Files.isDirectory(folder.resolve("charsets")))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("No character sets of MariaDB below " + this.base));
	}

}
