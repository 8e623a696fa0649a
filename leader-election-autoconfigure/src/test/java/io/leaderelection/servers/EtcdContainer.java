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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.PortBinding;
import org.awaitility.Awaitility;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;

/**
 * Member of etcd in a container. Its configuration is a file in the container, so that a
 * restored server can be pointed to other data.
 */
final class EtcdContainer implements EtcdServer {

	private static final String IMAGE = System.getenv().getOrDefault("ETCD_IMAGE", "quay.io/coreos/etcd:v3.6.5");

	private static final String CONFIGURATION = "/etcd.yml";

	private static final int CLIENT_PORT = 2379;

	private final int port = Ports.free();

	private final GenericContainer<?> container;

	private EtcdContainer(List<String> arguments) {
		List<String> command = new ArrayList<>(List.of("etcd", "--config-file", CONFIGURATION));
		if (!arguments.isEmpty()) {
			// With a configuration file etcd ignores all other flags.
			throw new IllegalArgumentException("A test that starts etcd with %s needs 'etcd' on the PATH"
				.formatted(arguments.stream().collect(Collectors.joining(" "))));
		}
		this.container = new GenericContainer<>(IMAGE).withCommand(command.toArray(String[]::new))
			.withCopyToContainer(configuration("/data"), CONFIGURATION)
			.withExposedPorts(CLIENT_PORT)
			.withCreateContainerCmdModifier((create) -> create.getHostConfig()
				.withPortBindings(PortBinding.parse("127.0.0.1:" + this.port + ":" + CLIENT_PORT)))
			.waitingFor(Wait.forHttp("/health").forPort(CLIENT_PORT));
	}

	static EtcdContainer start(List<String> arguments) {
		EtcdContainer container = new EtcdContainer(arguments);
		container.container.start();
		return container;
	}

	private static Transferable configuration(String dataFolder) {
		return Transferable.of("""
				name: etcd
				data-dir: %s
				listen-client-urls: http://0.0.0.0:2379
				advertise-client-urls: http://0.0.0.0:2379
				""".formatted(dataFolder));
	}

	private DockerClient docker() {
		return this.container.getDockerClient();
	}

	@Override
	public int port() {
		return this.port;
	}

	@Override
	public String version() {
		return execute("etcd", "--version").lines().findFirst().orElseThrow().replaceAll("[^0-9.]", "");
	}

	@Override
	public void kill() {
		docker().killContainerCmd(this.container.getContainerId()).exec();
	}

	@Override
	public void restart() {
		if (this.container.isRunning()) {
			kill();
		}
		docker().startContainerCmd(this.container.getContainerId()).exec();
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.ignoreExceptions()
			.until(() -> etcdctl("endpoint", "health").contains("is healthy"));
	}

	@Override
	public void freeze() {
		docker().pauseContainerCmd(this.container.getContainerId()).exec();
	}

	@Override
	public void thaw() {
		docker().unpauseContainerCmd(this.container.getContainerId()).exec();
	}

	@Override
	public EtcdSnapshot snapshot() {
		String file = "/snapshot-" + System.nanoTime() + ".db";
		etcdctl("snapshot", "save", file);
		return new EtcdSnapshot(file);
	}

	@Override
	public void restore(EtcdSnapshot snapshot, EtcdSnapshot.Identity identity) {
		String dataFolder = "/data-" + System.nanoTime();
		String token = (identity == EtcdSnapshot.Identity.SAME) ? "etcd-cluster" : "restored";
		execute("etcdutl", "snapshot", "restore", snapshot.path(), "--data-dir", dataFolder, "--name", "etcd",
				"--initial-cluster", "etcd=http://localhost:2380", "--initial-advertise-peer-urls",
				"http://localhost:2380", "--initial-cluster-token", token);
		this.container.copyFileToContainer(configuration(dataFolder), CONFIGURATION);
		restart();
	}

	@Override
	public String etcdctl(String... arguments) {
		List<String> command = new ArrayList<>(List.of("etcdctl"));
		command.addAll(List.of(arguments));
		return execute(command.toArray(String[]::new));
	}

	private String execute(String... command) {
		try {
			ExecResult result = this.container.execInContainer(StandardCharsets.UTF_8, command);
			if (result.getExitCode() != 0) {
				throw new IllegalStateException(
						"%s ended with %d: %s".formatted(List.of(command), result.getExitCode(), result.getStderr()));
			}
			return result.getStdout();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while running " + List.of(command), ex);
		}
	}

	@Override
	public void close() {
		this.container.stop();
	}

}
