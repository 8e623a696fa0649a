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

package io.leaderelection.coordinator.etcd;

import java.util.List;

import io.leaderelection.coordinator.AbstractCoordinatorContractTests;
import io.leaderelection.coordinator.CoordinatorHarness;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.servers.EtcdServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Tests for {@link EtcdCoordinator}: the contract of all coordinators, on a real etcd.
 */
class EtcdCoordinatorContractTests extends AbstractCoordinatorContractTests {

	private static EtcdServer server;

	@BeforeAll
	static void startServer() {
		server = EtcdServer.start();
		// The first call of a JVM loads so many classes that it may miss a deadline.
		try (EtcdFixture fixture = new EtcdFixture(List.of(server.endpoint()))) {
			EtcdCoordinator coordinator = fixture.coordinator();
			Awaitility.await()
				.until(() -> EtcdFixture.await(coordinator.read(EtcdFixture.ELECTION)) instanceof ReadOutcome.Read);
		}
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@Override
	protected CoordinatorHarness createHarness() {
		return new EtcdCoordinatorHarness(server);
	}

}
