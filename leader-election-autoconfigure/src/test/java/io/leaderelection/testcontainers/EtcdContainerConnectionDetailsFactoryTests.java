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

package io.leaderelection.testcontainers;

import io.leaderelection.autoconfigure.etcd.EtcdConnectionDetails;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.boot.testcontainers.service.connection.ServiceConnectionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EtcdContainerConnectionDetailsFactory}, without a Docker engine.
 */
class EtcdContainerConnectionDetailsFactoryTests {

	@Test
	void containerGivesItsMappedPort() {
		new ApplicationContextRunner().withUserConfiguration(ContainerConfiguration.class)
			.run((context) -> assertThat(context.getBean(EtcdConnectionDetails.class).getEndpoints())
				.containsExactly("http://127.0.0.1:31234"));
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(ServiceConnectionAutoConfiguration.class)
	static class ContainerConfiguration {

		@Bean
		@ServiceConnection("etcd")
		GenericContainer<?> etcd() {
			return new StartedContainer();
		}

	}

	/**
	 * Container that pretends to have been started.
	 */
	static class StartedContainer extends GenericContainer<StartedContainer> {

		StartedContainer() {
			super(DockerImageName.parse("quay.io/coreos/etcd:v3.6.5"));
		}

		@Override
		public void start() {
		}

		@Override
		public boolean isRunning() {
			return true;
		}

		@Override
		public String getHost() {
			return "127.0.0.1";
		}

		@Override
		public Integer getMappedPort(int originalPort) {
			return (originalPort == 2379) ? 31234 : -1;
		}

	}

}
