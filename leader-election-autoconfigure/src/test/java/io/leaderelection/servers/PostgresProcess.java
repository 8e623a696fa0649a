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
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.util.FileSystemUtils;

/**
 * Real PostgreSQL that is killed, frozen, started again and restored from a backup on
 * demand. It runs from binaries that are unpacked into a temporary folder, and ends with
 * the JVM.
 */
public final class PostgresProcess implements TestServer {

	private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

	private static final String USER = "postgres";

	private final int port = Ports.free();

	private final Path folder;

	private final Path data;

	private final KeptProcess process;

	private final Path binaries;

	private int backups;

	private PostgresProcess(Path folder) throws IOException {
		this.folder = folder;
		this.data = folder.resolve("data");
		this.binaries = folder.resolve("binaries");
		EmbeddedPostgres.builder()
			.setPgBinaryResolver(new OwnBinaries())
			.setDataDirectory(this.data)
			.setCleanDataDirectory(false)
			.setRegisterShutdownHook(false)
			.setOverrideWorkingDirectory(this.binaries.toFile())
			.setPGStartupWait(START_TIMEOUT)
			.start()
			.close();
		this.process = new KeptProcess(folder, command());
	}

	private PostgresProcess(Path folder, Path binaries, String primary) throws IOException {
		this.folder = folder;
		this.data = folder.resolve("data");
		this.binaries = binaries;
		List<String> command = command();
		command.addAll(List.of("-c", "primary_conninfo=" + primary, "-c", "wal_retrieve_retry_interval=100ms"));
		this.process = new KeptProcess(folder, command);
	}

	/**
	 * Start a server.
	 * @return the server, which answers
	 */
	public static PostgresProcess start() {
		try {
			Path folder = Files.createTempDirectory("leader-election-postgres");
			try {
				PostgresProcess server = new PostgresProcess(folder);
				server.startAndWait();
				return server;
			}
			catch (IOException | RuntimeException ex) {
				FileSystemUtils.deleteRecursively(folder);
				throw ex;
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private List<String> command() throws IOException {
		List<String> command = new ArrayList<>();
		if ("root".equals(System.getProperty("user.name"))) {
			// PostgreSQL refuses to run as root.
			command.addAll(List.of("unshare", "-U"));
		}
		try (Stream<Path> files = Files.walk(this.binaries)) {
			command.add(files.filter((file) -> file.endsWith(Path.of("bin", "postgres")))
				.findFirst()
				.orElseThrow(() -> new IllegalStateException("No postgres in " + this.binaries))
				.toString());
		}
		command.addAll(List.of("-D", this.data.toString(), "-p", Integer.toString(this.port), "-c",
				"listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=300", "-c",
				"fsync=off", "-c", "timezone=UTC"));
		return command;
	}

	private void startAndWait() {
		this.process.start();
		this.process.awaitAnswer("PostgreSQL", START_TIMEOUT, this::answers);
	}

	private boolean answers() {
		try (Connection connection = dataSource().getConnection()) {
			return connection.isValid(1);
		}
		catch (SQLException ex) {
			return false;
		}
	}

	@Override
	public int port() {
		return this.port;
	}

	/**
	 * Return the name of a user who may do everything, and has no password.
	 * @return the name
	 */
	public String user() {
		return USER;
	}

	/**
	 * Return a DataSource that opens a session for each connection.
	 * @return the DataSource
	 */
	public DataSource dataSource() {
		return dataSource(this.port);
	}

	/**
	 * Return a DataSource that opens a session for each connection through a relay.
	 * @param relayPort the port of the relay
	 * @return the DataSource
	 */
	public static PGSimpleDataSource dataSource(int relayPort) {
		PGSimpleDataSource dataSource = new PGSimpleDataSource();
		dataSource.setUrl("jdbc:postgresql://127.0.0.1:" + relayPort + "/postgres?connectTimeout=2&socketTimeout=2");
		dataSource.setUser(USER);
		return dataSource;
	}

	@Override
	public void kill() {
		this.process.kill();
	}

	@Override
	public void restart() {
		this.process.kill();
		startAndWait();
	}

	@Override
	public void freeze() {
		this.process.freeze();
	}

	@Override
	public void thaw() {
		this.process.thaw();
	}

	/**
	 * Take a backup while the server runs.
	 * @return the backup
	 */
	public Path backUp() {
		this.backups++;
		Path backup = this.folder.resolve("backup-" + this.backups);
		try (Connection connection = dataSource().getConnection(); Statement statement = connection.createStatement()) {
			statement.execute("SELECT pg_backup_start('test', true)");
			copy(this.data, backup);
			try (ResultSet result = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
				result.next();
				Files.writeString(backup.resolve("backup_label"), result.getString(1), StandardCharsets.UTF_8);
			}
			copy(this.data.resolve("pg_wal"), backup.resolve("pg_wal"));
			Files.deleteIfExists(backup.resolve("postmaster.pid"));
			return backup;
		}
		catch (SQLException ex) {
			throw new IllegalStateException("PostgreSQL made no backup", ex);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Kill the server and start it from a backup.
	 * @param backup the backup
	 */
	public void restore(Path backup) {
		this.process.kill();
		try {
			FileSystemUtils.deleteRecursively(this.data);
			copy(backup, this.data);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		startAndWait();
	}

	/**
	 * Start a replica that streams, asynchronously, what happens here.
	 * @param primaryPort the port at which the replica finds this server
	 * @return the replica, which answers
	 */
	public PostgresProcess replicate(int primaryPort) {
		try {
			Path copy = Files.createTempDirectory("leader-election-replica");
			copy(backUp(), copy.resolve("data"));
			Files.createFile(copy.resolve("data").resolve("standby.signal"));
			PostgresProcess replica = new PostgresProcess(copy, this.binaries,
					"host=127.0.0.1 port=%d user=%s".formatted(primaryPort, USER));
			replica.startAndWait();
			return replica;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Make a replica a primary with what it has received, and wait until it is one.
	 */
	public void promote() {
		try (Connection connection = dataSource().getConnection();
				Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery("SELECT pg_promote()")) {
			if (!result.next() || !result.getBoolean(1)) {
				throw new IllegalStateException("The replica was not promoted");
			}
		}
		catch (SQLException ex) {
			throw new IllegalStateException("The replica was not promoted", ex);
		}
	}

	private static void copy(Path source, Path target) throws IOException {
		Process copy = new ProcessBuilder("cp", "-a", source + "/.", Files.createDirectories(target).toString())
			.redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.start();
		try {
			// Files that vanish meanwhile are what a backup of a running server is used
			// to.
			copy.waitFor();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while files are copied", ex);
		}
		if (!Files.exists(target)) {
			throw new IOException("Nothing was copied from " + source);
		}
	}

	@Override
	public void close() {
		this.process.close();
	}

	/**
	 * Binaries for one server: those of a resolver that was asked before would be taken
	 * from where they were unpacked then.
	 */
	private static final class OwnBinaries implements PgBinaryResolver {

		@Override
		public InputStream getPgBinary(String system, String machineHardware) throws IOException {
			return DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, machineHardware);
		}

	}

}
