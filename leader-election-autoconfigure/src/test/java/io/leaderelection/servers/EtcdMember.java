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

/**
 * Name and ports of a member of etcd.
 *
 * @param name the name
 * @param clientPort the port for clients
 * @param peerPort the port for other members
 */
record EtcdMember(String name, int clientPort, int peerPort) {

	static EtcdMember named(String name) {
		return new EtcdMember(name, Ports.free(), Ports.free());
	}

	String peerUrl() {
		return "http://127.0.0.1:" + this.peerPort;
	}

	/**
	 * Return the member as the flag {@code --initial-cluster} wants it.
	 * @return name and URL
	 */
	String peer() {
		return this.name + "=" + peerUrl();
	}

}
