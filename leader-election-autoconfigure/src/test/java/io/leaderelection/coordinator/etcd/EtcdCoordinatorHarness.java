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

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;

import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.CoordinatorHarness;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.EtcdSnapshot;
import io.leaderelection.servers.TcpRelay;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Coordinator on a real etcd, with a relay in front of it for each client.
 */
class EtcdCoordinatorHarness extends CoordinatorHarness {

	private final EtcdServer server;

	private final EtcdSettings settings = EtcdSettings.of(List.of("http://127.0.0.1:1"), UUID.randomUUID().toString())
		.withTimes(Duration.ofMillis(1500), Duration.ofMillis(300), Duration.ofSeconds(1));

	private final Map<Coordinator, TcpRelay> relays = new HashMap<>();

	EtcdCoordinatorHarness(EtcdServer server) {
		this.server = server;
	}

	@Override
	protected Coordinator createClient() {
		TcpRelay relay = new TcpRelay(this.server.port());
		EtcdCoordinator client = new EtcdCoordinator(
				this.settings.withEndpoints(List.of("http://127.0.0.1:" + relay.port())));
		this.relays.put(client, relay);
		return client;
	}

	@Override
	protected Duration ttl() {
		// etcd would grant 2 s, which a busy machine may miss.
		return Duration.ofSeconds(3);
	}

	@Override
	protected Duration expiryGranularity() {
		// Leases are looked at every 500 ms, and this machine does other things too.
		return Duration.ofSeconds(1);
	}

	@Override
	protected void pass(Duration duration) {
		Awaitility.await().pollDelay(duration).atMost(duration.plusSeconds(10)).until(() -> true);
	}

	@Override
	protected void passUntil(Duration atMost, BooleanSupplier condition) {
		try {
			Awaitility.await()
				.pollDelay(Duration.ZERO)
				.pollInterval(Duration.ofMillis(5))
				.atMost(atMost)
				.until(condition::getAsBoolean);
		}
		catch (ConditionTimeoutException ex) {
			throw new AssertionError("The condition did not hold within " + atMost, ex);
		}
	}

	@Override
	protected void restartServer() {
		this.server.kill();
		this.server.restart();
	}

	@Override
	protected Runnable takeSnapshot() {
		EtcdSnapshot snapshot = this.server.snapshot();
		return () -> this.server.restore(snapshot, EtcdSnapshot.Identity.SAME);
	}

	@Override
	protected void disturb(Coordinator client, Disturbance disturbance) {
		TcpRelay relay = relay(client);
		switch (disturbance) {
			case CUT -> relay.refuse();
			case SILENCE -> relay.blackHole();
			case LOST_ANSWERS -> relay.hold(TcpRelay.Direction.TO_CLIENT);
			case HELD_REQUESTS -> relay.holdNextRequest();
		}
	}

	@Override
	protected void recover(Coordinator client) {
		TcpRelay relay = relay(client);
		if (relay.isHolding(TcpRelay.Direction.TO_CLIENT) && !relay.isHolding(TcpRelay.Direction.TO_SERVER)) {
			relay.cut();
		}
		relay.resume();
	}

	@Override
	protected void overwriteTerm(String election, long term) {
		EtcdKeys keys = new EtcdKeys(this.settings.prefix(), this.settings.namespace());
		this.server.etcdctl("put", keys.term(election).toStringUtf8(), EtcdRecords.pad(term));
	}

	@Override
	public void close() {
		super.close();
		this.relays.values().forEach(TcpRelay::close);
	}

	private TcpRelay relay(Coordinator client) {
		TcpRelay relay = this.relays.get(client);
		if (relay == null) {
			throw new IllegalArgumentException("'client' must be a client of this harness");
		}
		return relay;
	}

}
