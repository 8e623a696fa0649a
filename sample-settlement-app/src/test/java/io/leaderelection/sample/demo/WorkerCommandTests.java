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

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WorkerCommand}.
 */
class WorkerCommandTests {

	@Test
	void electsInTheDatabaseWithoutAWordOfEtcd() {
		assertThat(options(Coordinator.DATABASE, true)).contains("--leader-election.coordinator=jdbc")
			.noneMatch((option) -> option.contains("etcd"));
	}

	@Test
	void electsOnEtcd() {
		assertThat(options(Coordinator.etcd("http://127.0.0.1:1,http://127.0.0.1:2"), true)).contains(
				"--leader-election.coordinator=etcd",
				"--leader-election.etcd.endpoints=http://127.0.0.1:1,http://127.0.0.1:2");
	}

	@Test
	void namesTheWorkerTheRunAndItsDatabase() {
		assertThat(options(Coordinator.DATABASE, true)).contains("--settlement.worker=worker-7",
				"--leader-election.instance-id=worker-7", "--server.port=8080", "--leader-election.namespace=run-1",
				"--spring.datasource.url=jdbc:postgresql://h/d?currentSchema=s", "--settlement.fenced=true");
	}

	@Test
	void protectsNoDatabaseInTheControl() {
		assertThat(options(Coordinator.DATABASE, false)).contains("--settlement.fenced=false",
				"--leader-election.data-sources=none");
	}

	private static List<String> options(Coordinator coordinator, boolean fenced) {
		Database database = new Database("jdbc:postgresql://h/d?currentSchema=s");
		return new WorkerCommand(Path.of("app.jar"), database, coordinator, "run-1", fenced).of("worker-7", 8080);
	}

}
