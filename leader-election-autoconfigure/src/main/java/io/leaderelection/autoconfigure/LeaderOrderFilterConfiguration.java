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

package io.leaderelection.autoconfigure;

import java.util.Optional;

import io.leaderelection.actuate.LeaderOrderFilter;
import io.leaderelection.actuate.LeaderOrders;
import jakarta.servlet.Filter;
import tools.jackson.core.json.JsonFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointAccessResolver;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/**
 * {@link ManagementContextConfiguration @ManagementContextConfiguration} for what looks
 * at orders before Spring Boot does, where the endpoints are: beside the application or
 * on a port of their own.
 */
@ManagementContextConfiguration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({ Filter.class, JsonFactory.class })
public class LeaderOrderFilterConfiguration {

	private static final EndpointId ENDPOINT = EndpointId.of("leader");

	@Bean
	FilterRegistrationBean<LeaderOrderFilter> leaderOrderFilter(ObjectProvider<LeaderOrders> orders,
			ObjectProvider<PathMappedEndpoints> endpoints, ObjectProvider<EndpointAccessResolver> access) {
		return new FilterRegistrationBean<>(new LeaderOrderFilter(() -> Optional.ofNullable(orders.getIfAvailable()),
				() -> Optional.ofNullable(endpoints.getIfAvailable()).map((known) -> known.getPath(ENDPOINT)),
				() -> access.stream()
					.allMatch((resolver) -> resolver.accessFor(ENDPOINT, Access.READ_ONLY) == Access.UNRESTRICTED)));
	}

}
