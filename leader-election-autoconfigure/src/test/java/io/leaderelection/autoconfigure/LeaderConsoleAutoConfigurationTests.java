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

import io.leaderelection.actuate.LeaderOrders;
import io.leaderelection.actuate.LeaderReports;
import io.leaderelection.autoconfigure.memory.MemoryCoordinatorAutoConfiguration;
import io.leaderelection.console.ConsoleFeed;
import io.leaderelection.console.ConsoleServlet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableWebApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.servlet.ServletRegistrationBean;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderConsoleAutoConfiguration} and
 * {@link LeaderReportsAutoConfiguration}.
 */
class LeaderConsoleAutoConfigurationTests {

	private static final AutoConfigurations CONFIGURATIONS = AutoConfigurations.of(
			ElectionEngineAutoConfiguration.class, GateAutoConfiguration.class, LeaderElectionAutoConfiguration.class,
			MemoryCoordinatorAutoConfiguration.class, LeaderReportsAutoConfiguration.class,
			LeaderEndpointAutoConfiguration.class, LeaderConsoleAutoConfiguration.class);

	private static final String[] SETTINGS = { "spring.application.name=payments",
			"leader-election.coordinator=memory" };

	private final WebApplicationContextRunner bareRunner = new WebApplicationContextRunner()
		.withPropertyValues(SETTINGS)
		.withConfiguration(CONFIGURATIONS);

	private final WebApplicationContextRunner contextRunner = this.bareRunner
		.withPropertyValues("leader-election.console.enabled=true");

	@Test
	void consoleIsOffByDefault() {
		this.bareRunner.run((context) -> assertThat(context).doesNotHaveBean(ServletRegistrationBean.class)
			.doesNotHaveBean(ConsoleFeed.class)
			.doesNotHaveBean("consoleRenewalSeries"));
	}

	@Test
	void servletIsMappedToThePathAndWhatIsBelow() {
		this.contextRunner.withPropertyValues("leader-election.console.path=/ops/leaders").run((context) -> {
			ServletRegistrationBean<?> registration = context.getBean(ServletRegistrationBean.class);
			assertThat(registration.getServlet()).isInstanceOf(ConsoleServlet.class);
			assertThat(registration.getUrlMappings()).containsExactly("/ops/leaders/*");
			assertThat(registration.isAsyncSupported()).isTrue();
		});
	}

	@Test
	void reportsAndOrdersNeedNoEndpoint() {
		new ApplicationContextRunner().withPropertyValues(SETTINGS)
			.withConfiguration(CONFIGURATIONS)
			.run((context) -> assertThat(context).doesNotHaveBean("leaderEndpoint")
				.hasSingleBean(LeaderReports.class)
				.hasSingleBean(LeaderOrders.class));
	}

	@Test
	void applicationThatServesNoPagesHasNoConsole() {
		new ApplicationContextRunner().withPropertyValues(SETTINGS)
			.withPropertyValues("leader-election.console.enabled=true")
			.withConfiguration(CONFIGURATIONS)
			.withClassLoader(new FilteredClassLoader("org.springframework.web", "jakarta.servlet"))
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(ConsoleFeed.class)
				.hasSingleBean(LeaderReports.class));
	}

	@Test
	void applicationWithoutActuatorHasNeitherReportsNorConsole() {
		// The endpoint's own class is left out by its name before it is looked at.
		new WebApplicationContextRunner().withPropertyValues(SETTINGS)
			.withPropertyValues("leader-election.console.enabled=true")
			.withConfiguration(AutoConfigurations.of(ElectionEngineAutoConfiguration.class, GateAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class, MemoryCoordinatorAutoConfiguration.class,
					LeaderReportsAutoConfiguration.class, LeaderConsoleAutoConfiguration.class))
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(LeaderReports.class)
				.doesNotHaveBean(ConsoleFeed.class));
	}

	@Test
	void applicationThatTakesPartInNoElectionHasAConsoleAllTheSame() {
		this.contextRunner.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(context).hasSingleBean(ConsoleFeed.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "/", "leaders", "/leaders/", "/lea ders", "/leaders/*", "/../x", "//leaders", "/a?b",
			"/<b>" })
	void pathThatCannotBeMappedNamesTheProperty(String path) {
		this.contextRunner.withPropertyValues("leader-election.console.path=" + path).run((context) -> {
			FailureAnalysis analysis = analyze(context);
			assertThat(analysis.getDescription())
				.isEqualTo("'leader-election.console.path' is '" + path.strip() + "'.");
			assertThat(analysis.getAction()).contains("such as '/leader-console'");
		});
	}

	@ParameterizedTest
	@CsvSource({ "/actuator,/actuator,''", "/ops,/ops/actuator,''", "/actuator/leader,/actuator,''", "/leader,/,''",
			"/app,/actuator,/app", "/app,/actuator,/app/", "/app/actuator,/actuator,/app" })
	void pathThatHidesEndpointsNamesTheProperty(String path, String basePath, String mvcPath) {
		withEndpoints(path, basePath, mvcPath).run((context) -> {
			FailureAnalysis analysis = analyze(context);
			assertThat(analysis.getDescription()).contains("'leader-election.console.path' is '" + path + "'", "hides",
					"/leader");
			assertThat(analysis.getAction()).contains("management.endpoints.web.base-path", "management.server.port");
		});
	}

	@ParameterizedTest
	@CsvSource({ "/actuator/console,/actuator,''", "/act,/actuator,''", "/actuator,/actuator,/app",
			"/leader-console,/,''" })
	void pathThatHidesNoEndpointIsAccepted(String path, String basePath, String mvcPath) {
		withEndpoints(path, basePath, mvcPath)
			.run((context) -> assertThat(context).hasNotFailed().hasBean("consoleServlet"));
	}

	@Test
	void pathMayBeThatOfEndpointsWithAPortOfTheirOwn() {
		withEndpoints("/actuator", "/actuator", "").withPropertyValues("management.server.port=9999")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void pathDoesNotMatterWhereNothingIsServed() {
		withEndpoints("/actuator", "/actuator", "").withPropertyValues("leader-election.console.access=NONE")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	private WebApplicationContextRunner withEndpoints(String path, String basePath, String mvcPath) {
		return this.contextRunner
			.withConfiguration(
					AutoConfigurations.of(EndpointAutoConfiguration.class, WebEndpointAutoConfiguration.class))
			.withPropertyValues("leader-election.console.path=" + path,
					"management.endpoints.web.base-path=" + basePath,
					"management.endpoints.web.exposure.include=leader", "spring.mvc.servlet.path=" + mvcPath);
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://shop.example", "shop.example:8080", "*", "shop.example/leaders", "::1" })
	void hostThatIsNoNameNamesTheProperty(String host) {
		this.contextRunner.withPropertyValues("leader-election.console.allowed-hosts=[::1],ok.example," + host)
			.run((context) -> {
				FailureAnalysis analysis = analyze(context);
				assertThat(analysis.getDescription())
					.isEqualTo("'leader-election.console.allowed-hosts' names '" + host + "'.");
				assertThat(analysis.getAction()).contains("such as 'shop.example'");
			});
	}

	@Test
	void withoutJacksonTheStartIsRefused() {
		this.contextRunner.withClassLoader(new FilteredClassLoader("tools.jackson")).run((context) -> {
			FailureAnalysis analysis = analyze(context);
			assertThat(analysis.getDescription()).contains("there is no Jackson 3");
			assertThat(analysis.getAction()).contains("spring-boot-starter-jackson");
		});
	}

	private static FailureAnalysis analyze(AssertableWebApplicationContext context) {
		assertThat(context).hasFailed();
		FailureAnalysis analysis = StartUpFailure.analyze(context.getStartupFailure());
		assertThat(analysis).isNotNull();
		return analysis;
	}

}
