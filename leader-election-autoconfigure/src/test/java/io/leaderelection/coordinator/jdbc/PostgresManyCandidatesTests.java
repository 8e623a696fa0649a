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

import io.leaderelection.servers.PostgresProcess;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Tests for many candidates on PostgreSQL, which notifies: most of them see the winner
 * before it is their turn to campaign.
 */
class PostgresManyCandidatesTests extends AbstractManyCandidatesTests {

	private static final int CONNECT_SECONDS = 20;

	PostgresManyCandidatesTests() {
		super(dataSource());
	}

	@Override
	int mostCampaigns() {
		return CANDIDATES / 4;
	}

	private static PGSimpleDataSource dataSource() {
		PGSimpleDataSource dataSource = PostgresProcess.dataSource(PostgresUnderTest.shared().port());
		dataSource.setConnectTimeout(CONNECT_SECONDS);
		return dataSource;
	}

}
