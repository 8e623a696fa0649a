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

import java.time.Instant;

import io.leaderelection.actuate.LeaderOrders;
import io.leaderelection.actuate.LeaderReports;
import io.leaderelection.console.ConsoleFeed;
import io.leaderelection.console.ConsoleRecords;
import io.leaderelection.console.ConsoleRuntimeHints;
import io.leaderelection.console.ConsoleServlet;
import io.leaderelection.console.LeaderSightings;
import io.leaderelection.console.RejectionCounts;
import io.leaderelection.console.RenewalSeries;
import io.leaderelection.coordinator.ThreadEventLoop;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the page for operators, in
 * servlet applications that ask for it.
 */
@AutoConfiguration(after = LeaderReportsAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({ Servlet.class, AuditApplicationEvent.class })
@ConditionalOnBooleanProperty("leader-election.console.enabled")
public final class LeaderConsoleAutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(JsonMapper.class)
	@ConditionalOnBean({ LeaderReports.class, LeaderOrders.class })
	@EnableConfigurationProperties(LeaderConsoleProperties.class)
	@ImportRuntimeHints(ConsoleRuntimeHints.class)
	static class PageConfiguration {

		private final LeaderConsoleProperties properties;

		private final Access access;

		// Else wrong properties would first be told as a failure of the web server.
		@Bean
		static BeanFactoryPostProcessor consolePropertiesCheck(Environment environment) {
			return (beanFactory) -> Binder.get(environment)
				.bind("leader-election.console", LeaderConsoleProperties.class);
		}

		PageConfiguration(LeaderConsoleProperties properties, Environment environment) {
			this.properties = properties;
			this.access = properties.access()
				.cap(environment.getProperty("management.endpoints.access.max-permitted", Access.class,
						Access.UNRESTRICTED));
		}

		@Bean
		@ConditionalOnMissingBean
		RenewalSeries consoleRenewalSeries() {
			return new RenewalSeries(Instant::now);
		}

		@Bean
		@ConditionalOnMissingBean
		RejectionCounts consoleRejectionCounts() {
			return new RejectionCounts();
		}

		@Bean
		@ConditionalOnMissingBean
		LeaderSightings consoleLeaderSightings() {
			return new LeaderSightings();
		}

		@Bean
		@ConditionalOnMissingBean
		ConsoleFeed consoleFeed(LeaderReports reports, RenewalSeries renewals, RejectionCounts rejections,
				LeaderSightings sightings, ConfiguredElections settings) {
			return new ConsoleFeed(reports, new ConsoleRecords(renewals, rejections, sightings),
					(election) -> settings.apply(election).ttl(), isWritable(),
					new ThreadEventLoop("leader-election-console"));
		}

		// Made with the web server, so before most. Were other beans made for it,
		// whatever
		// is wrong with them would first be told as a failure of the web server.
		@Bean(MissingConsoleReport.CONSOLE)
		ServletRegistrationBean<ConsoleServlet> consoleServlet(ObjectProvider<ConsoleFeed> feed,
				ObjectProvider<LeaderOrders> orders) {
			String path = this.properties.path();
			ServletRegistrationBean<ConsoleServlet> registration = new ServletRegistrationBean<>(
					new ConsoleServlet(path, isWritable(), this.properties.allowedHosts(),
							SingletonSupplier.of(feed::getObject), SingletonSupplier.of(orders::getObject)),
					path + "/*");
			registration.setName("leaderConsole");
			registration.setEnabled(this.access != Access.NONE);
			return registration;
		}

		@Bean
		SmartInitializingSingleton consolePathCheck(ObjectProvider<PathMappedEndpoints> endpoints,
				Environment environment) {
			ConsolePathCheck check = new ConsolePathCheck(this.properties.path(), endpoints, environment);
			return (this.access != Access.NONE) ? check : () -> {
			};
		}

		@Bean
		ConsoleReport consoleReport(ServletContext servletContext) {
			return new ConsoleReport(this.properties.path(), this.properties.access(), this.access, servletContext);
		}

		private boolean isWritable() {
			return this.access == Access.UNRESTRICTED;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingClass("tools.jackson.databind.json.JsonMapper")
	static class WithoutJsonConfiguration {

		WithoutJsonConfiguration() {
			throw new LeaderElectionConfigurationException(
					"'leader-election.console.enabled' is true, but there is no Jackson 3 on the class path.",
					"Depend on 'spring-boot-starter-jackson', which 'spring-boot-starter-webmvc' brings, or set 'leader-election.console.enabled=false'.",
					"leader-election.console.enabled");
		}

	}

}
