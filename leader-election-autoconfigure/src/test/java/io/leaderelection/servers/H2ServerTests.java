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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link H2Server}.
 */
class H2ServerTests {

	@RegisterExtension
	static final H2Database database = H2Server.database();

	@RegisterExtension
	static final H2Database other = H2Server.database();

	@Test
	void eachDatabaseIsFresh() {
		new JdbcTemplate(database.dataSource()).execute("CREATE TABLE only_here (id INT)");
		assertThat(new JdbcTemplate(other.dataSource()).queryForList("SHOW TABLES")).isEmpty();
	}

	@Test
	void listensOnTheLoopbackAddressOnly() {
		assertThat(Ports.isOpenToOthers(H2Server.port())).isFalse();
	}

}
