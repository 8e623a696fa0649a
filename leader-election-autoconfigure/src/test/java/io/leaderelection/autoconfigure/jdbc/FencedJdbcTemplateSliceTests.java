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

package io.leaderelection.autoconfigure.jdbc;

import io.leaderelection.LeaderElections;
import io.leaderelection.fencing.NoFencingTokenException;
import io.leaderelection.fencing.jdbc.FencedJdbcTemplate;
import io.leaderelection.servers.PostgresDatabase;
import io.leaderelection.servers.PostgresServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase;
import org.springframework.boot.jdbc.test.autoconfigure.JdbcTest;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for fencing in a slice of an application that has no elections.
 */
@JdbcTest(properties = "spring.application.name=payments")
@AutoConfigureTestDatabase(replace = AutoConfigureTestDatabase.Replace.NONE)
class FencedJdbcTemplateSliceTests {

	@RegisterExtension
	static final PostgresDatabase database = PostgresServer.database();

	@DynamicPropertySource
	static void dataSource(DynamicPropertyRegistry registry) {
		registry.add("spring.datasource.url", database::url);
		registry.add("spring.datasource.username", database::user);
		registry.add("spring.datasource.password", database::password);
	}

	@Test
	void templateReadsAndRefusesWritesWithoutAToken(@Autowired FencedJdbcTemplate template,
			@Autowired JdbcTemplate plain, @Autowired ObjectProvider<LeaderElections> elections) {
		plain.execute("CREATE TABLE payment (id BIGINT)");
		assertThat(template.queryForObject("SELECT count(*) FROM payment", Long.class)).isZero();
		assertThatExceptionOfType(NoFencingTokenException.class)
			.isThrownBy(() -> template.update("INSERT INTO payment (id) VALUES (1)"));
		assertThat(plain).isNotInstanceOf(FencedJdbcTemplate.class);
		assertThat(elections.getIfAvailable()).isNull();
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
