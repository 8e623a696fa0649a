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
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.springframework.util.FileSystemUtils;

/**
 * Member of etcd as a child process, with its data in a temporary folder.
 */
final class EtcdProcess implements EtcdServer {

	private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

	private final EtcdMember member;

	private final String initialCluster;

	private final Path folder;

	private final int metricsPort = Ports.free();

	private final KeptProcess process;

	private EtcdProcess(EtcdMember member, String initialCluster, List<String> arguments) {
		this.member = member;
		this.initialCluster = initialCluster;
		try {
			this.folder = Files.createTempDirectory("leader-election-etcd");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.process = new KeptProcess(this.folder, command(arguments));
	}

	static EtcdProcess start(List<String> arguments) {
		EtcdMember member = EtcdMember.named("etcd");
		EtcdProcess process = launch(member, member.peer(), arguments);
		process.awaitHealth();
		return process;
	}

	/**
	 * Start one of several members without waiting for it.
	 * @param member the member
	 * @param initialCluster all members
	 * @param arguments further arguments
	 * @return the process
	 */
	static EtcdProcess launch(EtcdMember member, String initialCluster, List<String> arguments) {
		EtcdProcess process = new EtcdProcess(member, initialCluster, arguments);
		process.process.start();
		return process;
	}

	private List<String> command(List<String> arguments) {
		List<String> command = new ArrayList<>(List.of("etcd", "--name", this.member.name()));
		command.addAll(List.of("--data-dir", dataFolder().toString()));
		if (arguments.stream().noneMatch((argument) -> argument.startsWith("--listen-client-urls"))) {
			command.addAll(List.of("--listen-client-urls", endpoint(), "--advertise-client-urls", endpoint()));
		}
		command.addAll(List.of("--listen-metrics-urls", "http://127.0.0.1:" + this.metricsPort));
		command.addAll(List.of("--listen-peer-urls", this.member.peerUrl()));
		command.addAll(List.of("--initial-advertise-peer-urls", this.member.peerUrl()));
		command.addAll(List.of("--initial-cluster", this.initialCluster));
		if (EtcdBinaries.understands("--unsafe-no-fsync")) {
			command.add("--unsafe-no-fsync");
		}
		arguments.stream().map(this::resolve).forEach(command::add);
		return command;
	}

	/**
	 * Tests that replace the client URLs do not know the port yet.
	 */
	private String resolve(String argument) {
		return argument.replace("{port}", Integer.toString(port()));
	}

	private Path dataFolder() {
		return this.folder.resolve("data");
	}

	void awaitHealth() {
		this.process.awaitAnswer("etcd", START_TIMEOUT, this::isHealthy);
	}

	private boolean isHealthy() {
		try {
			HttpURLConnection connection = (HttpURLConnection) URI
				.create("http://127.0.0.1:" + this.metricsPort + "/health")
				.toURL()
				.openConnection();
			connection.setConnectTimeout(1000);
			connection.setReadTimeout(1000);
			return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
		}
		catch (IOException ex) {
			return false;
		}
	}

	@Override
	public int port() {
		return this.member.clientPort();
	}

	@Override
	public String version() {
		return EtcdBinaries.version();
	}

	/**
	 * Return the folder of the certificate that {@code --auto-tls} makes.
	 * @return the file in PEM format
	 */
	Path autoTlsCertificate() {
		return dataFolder().resolve("fixtures").resolve("client").resolve("cert.pem");
	}

	@Override
	public void kill() {
		this.process.kill();
	}

	@Override
	public void restart() {
		this.process.kill();
		this.process.start();
		awaitHealth();
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
	public EtcdSnapshot snapshot() {
		Path file = this.folder.resolve("snapshot-" + System.nanoTime() + ".db");
		etcdctl("snapshot", "save", file.toString());
		return new EtcdSnapshot(file.toString());
	}

	@Override
	public void restore(EtcdSnapshot snapshot, EtcdSnapshot.Identity identity) {
		this.process.kill();
		try {
			FileSystemUtils.deleteRecursively(dataFolder());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		String token = (identity == EtcdSnapshot.Identity.SAME) ? "etcd-cluster" : "restored";
		String program = EtcdBinaries.onPath("etcdutl") ? "etcdutl" : "etcdctl";
		EtcdBinaries.run(List.of(program, "snapshot", "restore", snapshot.path(), "--data-dir", dataFolder().toString(),
				"--name", this.member.name(), "--initial-cluster", this.initialCluster, "--initial-cluster-token",
				token, "--initial-advertise-peer-urls", this.member.peerUrl()));
		this.process.start();
		awaitHealth();
	}

	@Override
	public String etcdctl(String... arguments) {
		List<String> command = new ArrayList<>(List.of("etcdctl", "--endpoints", endpoint()));
		command.addAll(List.of(arguments));
		return EtcdBinaries.run(command);
	}

	@Override
	public void close() {
		this.process.close();
	}

}
