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

package io.leaderelection.coordinator.jdbc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import io.leaderelection.coordinator.Coordinator;

/**
 * Coordinator on H2, where a script is more than one request: what arrives late, or is
 * not answered, is the whole of it.
 */
class H2CoordinatorHarness extends JdbcCoordinatorHarness {

	private final Map<Coordinator, StallingDataSource> dataSources = new HashMap<>();

	private final List<StallingDataSource> created = new ArrayList<>();

	H2CoordinatorHarness() {
		super(H2UnderTest.shared());
	}

	@Override
	protected Coordinator createClient() {
		Coordinator client = super.createClient();
		this.dataSources.put(client, this.created.get(this.created.size() - 1));
		return client;
	}

	@Override
	DataSource dataSource(int port) {
		StallingDataSource dataSource = new StallingDataSource(super.dataSource(port));
		this.created.add(dataSource);
		return dataSource;
	}

	@Override
	protected void disturb(Coordinator client, Disturbance disturbance) {
		switch (disturbance) {
			case CUT, SILENCE -> super.disturb(client, disturbance);
			case LOST_ANSWERS -> this.dataSources.get(client).stallAfterCommits();
			case HELD_REQUESTS -> this.dataSources.get(client).stallBeforeStatements();
		}
	}

	@Override
	protected void recover(Coordinator client) {
		this.dataSources.get(client).goOn();
		super.recover(client);
	}

}
