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

package io.leaderelection.docker.compose;

import java.util.Map;

import io.leaderelection.docker.compose.EtcdDockerComposeConnectionDetailsFactory.EtcdDockerComposeConnectionDetails;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetailsFactory;
import org.springframework.boot.docker.compose.core.ConnectionPorts;
import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.core.io.support.SpringFactoriesLoader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link EtcdDockerComposeConnectionDetailsFactory}.
 */
class EtcdDockerComposeConnectionDetailsFactoryTests {

	@Test
	void serviceGivesItsMappedPort() {
		RunningService service = mock(RunningService.class);
		ConnectionPorts ports = mock(ConnectionPorts.class);
		given(service.labels()).willReturn(Map.of());
		given(service.host()).willReturn("127.0.0.1");
		given(service.ports()).willReturn(ports);
		given(ports.get(2379)).willReturn(31234);
		EtcdDockerComposeConnectionDetails details = new EtcdDockerComposeConnectionDetails(service);
		assertThat(details.getEndpoints()).containsExactly("http://127.0.0.1:31234");
		assertThat(details.getSslBundle()).isNull();
	}

	@Test
	void factoryIsRegistered() {
		assertThat(SpringFactoriesLoader.forDefaultResourceLocation().load(ConnectionDetailsFactory.class))
			.hasAtLeastOneElementOfType(EtcdDockerComposeConnectionDetailsFactory.class);
	}

}
