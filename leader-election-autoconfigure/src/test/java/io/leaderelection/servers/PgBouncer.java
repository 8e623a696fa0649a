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
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Real PgBouncer in front of a PostgreSQL, which gives a server's session to another
 * client after each transaction. The program is {@code pgbouncer} on the PATH, or comes
 * from the package of the distribution, unpacked into {@code target/pgbouncer}. If
 * neither works the tests fail; they are never skipped. It ends with the JVM.
 */
public final class PgBouncer implements AutoCloseable {

	private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

	private static final String PROGRAM = "usr/sbin/pgbouncer";

	private final int port = Ports.free();

	private final KeptProcess process;

	private PgBouncer(Path folder, Path configuration) {
		List<String> command = new ArrayList<>();
		if ("root".equals(System.getProperty("user.name"))) {
			// It refuses to run as root.
			command.addAll(List.of("unshare", "-U"));
		}
		command.addAll(program());
		command.add(configuration.toString());
		this.process = new KeptProcess(folder, command);
	}

	/**
	 * Start one.
	 * @param postgres the port of the PostgreSQL on the loopback address
	 * @param user the name of the user as whom it logs in, without a password
	 * @return the proxy, which accepts connections to the database {@code postgres}
	 */
	public static PgBouncer start(int postgres, String user) {
		try {
			Path folder = Files.createTempDirectory("leader-election-pgbouncer");
			Path configuration = folder.resolve("pgbouncer.ini");
			PgBouncer proxy = new PgBouncer(folder, configuration);
			Files.writeString(configuration, """
					[databases]
					postgres = host=127.0.0.1 port=%d user=%s
					[pgbouncer]
					listen_addr = 127.0.0.1
					listen_port = %d
					unix_socket_dir =
					auth_type = any
					pool_mode = transaction
					ignore_startup_parameters = extra_float_digits
					""".formatted(postgres, user, proxy.port));
			proxy.process.start();
			proxy.process.awaitAnswer("PgBouncer", START_TIMEOUT, proxy::accepts);
			return proxy;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static List<String> program() {
		String path = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/sbin";
		Optional<Path> installed = Arrays.stream(path.split(File.pathSeparator))
			.map((folder) -> Path.of(folder, "pgbouncer"))
			.filter(Files::isExecutable)
			.findFirst();
		if (installed.isPresent()) {
			return List.of(installed.get().toString());
		}
		try {
			DistributionPackage pgbouncer = new DistributionPackage("pgbouncer", PROGRAM);
			Path unpacked = pgbouncer.unpack("pgbouncer");
			return List.of("env", "LD_LIBRARY_PATH=" + DistributionPackage.libraries(unpacked.resolve("usr")),
					unpacked.resolve(PROGRAM).toString());
		}
		catch (IllegalStateException ex) {
			throw new IllegalStateException("""
					These tests need PgBouncer. Provide one of:
					  - 'pgbouncer' on the PATH (Debian, Ubuntu: apt-get install pgbouncer)
					  - root, or sudo without a password, on a distribution with apt and that package""", ex);
		}
	}

	private boolean accepts() {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port)) {
			return socket.isConnected();
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Return the port on the loopback address.
	 * @return the port
	 */
	public int port() {
		return this.port;
	}

	@Override
	public void close() {
		this.process.close();
	}

}
