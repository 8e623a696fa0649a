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

package io.leaderelection.sample.demo;

import java.util.List;

/**
 * Who elects the leader of the workers.
 *
 * @param options the options of the workers
 */
record Coordinator(List<String> options) {

	/**
	 * Database of the workers.
	 */
	static final Coordinator DATABASE = new Coordinator(List.of("--leader-election.coordinator=jdbc"));

	/**
	 * Return etcd.
	 * @param endpoints the addresses of its members
	 * @return the coordinator
	 */
	static Coordinator etcd(String endpoints) {
		return new Coordinator(
				List.of("--leader-election.coordinator=etcd", "--leader-election.etcd.endpoints=" + endpoints));
	}

}
