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

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Connector}.
 */
class ConnectorTests {

	@ParameterizedTest
	@CsvSource({ "jdbc:postgresql://db:5432/app?user=me&password=secret, jdbc:postgresql://db:5432/app",
			"jdbc:postgresql://me:se@cret@db/app, jdbc:postgresql://db/app",
			"jdbc:h2:tcp://127.0.0.1:9092/mem:app;USER=me;PASSWORD=secret, jdbc:h2:tcp://127.0.0.1:9092/mem:app",
			"jdbc:mariadb://one:3306/app, jdbc:mariadb://one:3306/app" })
	void endpointIsTheUrlWithoutParametersAndCredentials(String url, String endpoint) {
		assertThat(Connector.Server.withoutCredentials(url)).isEqualTo(endpoint);
	}

}
