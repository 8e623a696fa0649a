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

import java.util.List;

import org.testcontainers.DockerClientFactory;

/**
 * Real etcd of one member that belongs to one test: it may be killed, frozen, restarted
 * and restored. It is the {@code etcd} on the PATH, or a container if a Docker engine
 * answers; with neither the test fails, as a skipped test would prove nothing.
 */
public interface EtcdServer extends TestServer {

	/**
	 * Start a server.
	 * @param arguments further arguments for etcd
	 * @return the server, which answers
	 */
	static EtcdServer start(String... arguments) {
		if (EtcdBinaries.onPath("etcd")) {
			return EtcdProcess.start(List.of(arguments));
		}
		if (DockerClientFactory.instance().isDockerAvailable()) {
			return EtcdContainer.start(List.of(arguments));
		}
		throw new IllegalStateException("""
				These tests need an etcd server of their own, to kill, freeze and restore it. Provide one of:
				  - 'etcd' and 'etcdctl' on the PATH (Debian, Ubuntu: apt-get install etcd-server etcd-client)
				  - a Docker engine that this user can reach""");
	}

	/**
	 * Return the address for clients.
	 * @return the URL
	 */
	default String endpoint() {
		return "http://127.0.0.1:" + port();
	}

	/**
	 * Return the version of etcd.
	 * @return the version, such as {@code 3.5.23}
	 */
	String version();

	/**
	 * Start the killed server again on its data and port and wait until it answers.
	 */
	@Override
	void restart();

	/**
	 * Take a snapshot of the running server.
	 * @return the snapshot
	 */
	EtcdSnapshot snapshot();

	/**
	 * Stop the server and start it again from a snapshot.
	 * @param snapshot the snapshot
	 * @param identity whether the member keeps its cluster's identity
	 */
	void restore(EtcdSnapshot snapshot, EtcdSnapshot.Identity identity);

	/**
	 * Run {@code etcdctl} against the server.
	 * @param arguments the arguments
	 * @return what it printed
	 */
	String etcdctl(String... arguments);

}
