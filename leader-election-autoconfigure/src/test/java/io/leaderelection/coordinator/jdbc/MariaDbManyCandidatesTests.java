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

import javax.sql.DataSource;

/**
 * Tests for many candidates on MariaDB, which does not notify: each looks by itself, and
 * campaigns at most once before it sees the winner.
 */
class MariaDbManyCandidatesTests extends AbstractManyCandidatesTests {

	MariaDbManyCandidatesTests() {
		super(dataSource());
	}

	@Override
	int mostCampaigns() {
		return CANDIDATES;
	}

	private static DataSource dataSource() {
		MariaDbUnderTest database = MariaDbUnderTest.shared();
		database.server().administer("SET GLOBAL max_connections = 300");
		return database.dataSource(database.port());
	}

}
