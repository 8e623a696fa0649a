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

import java.util.LinkedHashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.StaticApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests for what a person reads as an application with the page for operators starts, on
 * a real Tomcat.
 */
@ExtendWith(OutputCaptureExtension.class)
class ConsoleStartTests {

	private static final String ENABLED = "leader-election.console.enabled=true";

	private static final String IN_MEMORY = "leader-election.coordinator=memory";

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			spring.main.lazy-initialization=false | No coordinator was chosen
			leader-election.ttl=1ms | leader-election.ttl
			leader-election.console.path=leaders | 'leader-election.console.path' is 'leaders'
			leader-election.console.access=all | leader-election.console.access
			""")
	void mistakeIsToldAloneAndNotAsAFailureOfTheWebServer(String setting, String told, CapturedOutput output) {
		assertThatException().isThrownBy(() -> run(WebApplicationType.SERVLET, ENABLED, setting));
		assertThat(output).contains("APPLICATION FAILED TO START").contains(told);
		assertThat(output).doesNotContain("Error starting Tomcat context")
			.doesNotContain("consoleServlet")
			.doesNotContain("memory leak");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', nullValues = "-",
			textBlock = """
					- | - | is at /app/leader-console, read-only
					unrestricted | - | is at /app/leader-console, unrestricted
					unrestricted | read-only | is at /app/leader-console, read-only, as 'management.endpoints.access.max-permitted' allows no more
					none | - | is not served: its access is none
					read-only | none | is not served: its access is none, as 'management.endpoints.access.max-permitted' allows no more
					""")
	void saysWhereThePageIsAndWhatItPermits(String access, String limit, String told, CapturedOutput output) {
		try (var context = run(WebApplicationType.SERVLET, ENABLED, IN_MEMORY, "server.servlet.context-path=/app",
				(access != null) ? "leader-election.console.access=" + access : ENABLED,
				(limit != null) ? "management.endpoints.access.max-permitted=" + limit : ENABLED)) {
			assertThat(context.isActive()).isTrue();
		}
		assertThat(output.getOut().lines().filter((line) -> line.contains("The page for operators"))).singleElement()
			.asString()
			.contains("INFO")
			.endsWith("The page for operators " + told);
		assertThat(output).doesNotContain("has no effect");
	}

	@Test
	void applicationWithoutPagesSaysThatTheSettingHasNoEffect(CapturedOutput output) {
		run(WebApplicationType.NONE, ENABLED, IN_MEMORY).close();
		assertThat(output.getOut().lines().filter((line) -> line.contains("'leader-election.console.enabled'")))
			.singleElement()
			.asString()
			.contains("WARN")
			.contains("has no effect: this application serves no web pages")
			.contains("spring-boot-starter-webmvc");
	}

	@Test
	void consoleThatIsOffIsNotMentioned(CapturedOutput output) {
		run(WebApplicationType.NONE, IN_MEMORY).close();
		run(WebApplicationType.SERVLET, IN_MEMORY).close();
		assertThat(output).doesNotContain("leader-election.console").doesNotContain("The page for operators");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			REACTIVE | this web application is reactive, and the page needs servlets
			SERVLET | the page needs Spring Boot's actuator
			""")
	void otherApplicationsThatCannotServeThePageSayWhy(WebApplicationType type, String reason, CapturedOutput output) {
		SpringApplication application = new SpringApplication(Application.class);
		application.setWebApplicationType(type);
		new MissingConsoleReport().onApplicationEvent(
				new ApplicationReadyEvent(application, new String[0], new StaticApplicationContext(), null));
		assertThat(output).contains("'leader-election.console.enabled' has no effect: " + reason);
	}

	private static ConfigurableApplicationContext run(WebApplicationType type, String... properties) {
		Map<String, Object> all = new LinkedHashMap<>(Map.of("spring.application.name", "payments",
				"spring.main.banner-mode", "off", "spring.docker.compose.enabled", "false", "server.port", "0",
				"server.address", "127.0.0.1", "leader-election.data-sources", "none"));
		for (String property : properties) {
			String[] pair = property.split("=", 2);
			all.put(pair[0], pair[1]);
		}
		return new SpringApplicationBuilder(Application.class).web(type)
			.registerShutdownHook(false)
			.properties(all)
			.run();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
