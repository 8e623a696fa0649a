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
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Cluster of etcd of three members, each a child process.
 */
public final class EtcdCluster implements AutoCloseable {

	private final List<EtcdProcess> members;

	private EtcdCluster(List<EtcdProcess> members) {
		this.members = members;
	}

	/**
	 * Start a cluster, which needs {@code etcd} on the PATH.
	 * @param arguments further arguments for each member
	 * @return the cluster, which has a leader
	 */
	public static EtcdCluster start(String... arguments) {
		if (!EtcdBinaries.onPath("etcd")) {
			throw new IllegalStateException("Tests with a cluster need 'etcd' on the PATH, "
					+ "on Debian or Ubuntu: apt-get install etcd-server etcd-client");
		}
		List<EtcdMember> members = IntStream.rangeClosed(1, 3)
			.mapToObj((number) -> EtcdMember.named("member" + number))
			.toList();
		String initialCluster = members.stream().map(EtcdMember::peer).collect(Collectors.joining(","));
		EtcdCluster cluster = new EtcdCluster(members.stream()
			.map((member) -> EtcdProcess.launch(member, initialCluster, List.of(arguments)))
			.toList());
		cluster.members.forEach(EtcdProcess::awaitHealth);
		return cluster;
	}

	/**
	 * Return the members.
	 * @return the members, of which none may be restored
	 */
	public List<EtcdServer> members() {
		return List.copyOf(this.members);
	}

	/**
	 * Return the addresses for clients.
	 * @return the URLs
	 */
	public List<String> endpoints() {
		return this.members.stream().map(EtcdServer::endpoint).toList();
	}

	/**
	 * Return the member that leads.
	 * @return the leader
	 */
	public EtcdServer leader() {
		return this.members.stream()
			.filter((member) -> member.etcdctl("endpoint", "status").split(",", -1)[4].strip().equals("true"))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("No member leads"));
	}

	@Override
	public void close() {
		this.members.forEach(EtcdProcess::close);
	}

}
