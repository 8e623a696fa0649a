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

package io.leaderelection.actuate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.leaderelection.coordinator.ThreadEventLoop;
import io.leaderelection.coordinator.memory.MemoryCluster;

import org.springframework.context.support.GenericApplicationContext;

/**
 * Workers that share a coordinator in memory.
 */
public final class MemoryWorkers implements AutoCloseable {

	public static final Map<String, String> UNRESTRICTED = Map.of("management.endpoint.leader.access", "unrestricted");

	private final ThreadEventLoop loop = new ThreadEventLoop("test-memory-cluster");

	private final MemoryCluster cluster = new MemoryCluster(this.loop);

	private final List<Worker> workers = new ArrayList<>();

	public Worker start(String name, Map<String, String> properties) {
		return start(name, properties, (context) -> {
		});
	}

	public Worker start(String name, Map<String, String> properties, Consumer<GenericApplicationContext> customizer) {
		Map<String, String> all = new LinkedHashMap<>(Map.of("leader-election.coordinator", "memory",
				"leader-election.instance-id", name, "leader-election.metadata.zone", "zone-of-" + name,
				"leader-election.data-sources", "none", "spring.autoconfigure.exclude",
				"org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"));
		all.putAll(properties);
		Worker worker = Worker.start(all, (context) -> {
			((GenericApplicationContext) context).registerBean(MemoryCluster.class, () -> this.cluster);
			customizer.accept((GenericApplicationContext) context);
		});
		this.workers.add(worker);
		return worker;
	}

	@Override
	public void close() {
		this.workers.forEach(Worker::close);
		this.loop.close();
	}

}
