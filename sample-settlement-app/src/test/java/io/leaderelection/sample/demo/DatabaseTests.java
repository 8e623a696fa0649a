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

import io.leaderelection.sample.TestDatabase;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Database}.
 */
class DatabaseTests {

	@Test
	void createsSchemasThatDoNotSeeEachOtherAndLeavesNothing() {
		Database database = TestDatabase.empty();
		database.jdbc().execute("CREATE TABLE t (id INT)");
		assertThat(TestDatabase.empty().jdbc().queryForObject("SELECT to_regclass('t')::text", String.class)).isNull();
		String schema = database.jdbc().queryForObject("SELECT current_schema()", String.class);
		database.dropSchema();
		assertThat(TestDatabase.empty()
			.jdbc()
			.queryForObject("SELECT count(*) FROM pg_namespace WHERE nspname = ?", Integer.class, schema)).isZero();
	}

	@Test
	void addsParametersToAUrlWithAndWithoutOnes() {
		assertThat(new Database("jdbc:postgresql://h/d").with("a", "1").with("b", "2"))
			.isEqualTo(new Database("jdbc:postgresql://h/d?a=1&b=2"));
	}

}
