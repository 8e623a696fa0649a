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

import java.time.Duration;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.PortBinding;
import org.awaitility.Awaitility;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/**
 * MariaDB in a container, which the container engine removes when the JVM has ended.
 */
final class MariaDbContainer implements MariaDbServer {

	private static final String IMAGE = System.getenv().getOrDefault("MARIADB_IMAGE", "mariadb:10.11");

	private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

	private static final int INNER_PORT = 3306;

	private static final String PASSWORD = "secret";

	private final int port = Ports.free();

	private final GenericContainer<?> container;

	private MariaDbContainer() {
		this.container = new GenericContainer<>(IMAGE).withEnv("MARIADB_ROOT_PASSWORD", PASSWORD)
			.withCommand("--max-connections=300")
			.withExposedPorts(INNER_PORT)
			.withCreateContainerCmdModifier((create) -> create.getHostConfig()
				.withPortBindings(PortBinding.parse("127.0.0.1:" + this.port + ":" + INNER_PORT)))
			.waitingFor(Wait.forListeningPort());
	}

	static MariaDbContainer start() {
		MariaDbContainer container = new MariaDbContainer();
		container.container.start();
		container.awaitAnswer();
		return container;
	}

	private void awaitAnswer() {
		Awaitility.await().atMost(START_TIMEOUT).until(this::answers);
	}

	private DockerClient docker() {
		return this.container.getDockerClient();
	}

	@Override
	public int port() {
		return this.port;
	}

	@Override
	public String user() {
		return "root";
	}

	@Override
	public String password() {
		return PASSWORD;
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
		awaitAnswer();
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
	public void close() {
		this.container.stop();
	}

}
