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

import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.StartUpFailure;
import io.leaderelection.fencing.jdbc.FencingTransactionListener;
import jakarta.persistence.EntityManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.reactive.AbstractReactiveTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link FencedTransactionsAutoConfiguration}, without any database.
 */
@ExtendWith(OutputCaptureExtension.class)
class FencedTransactionsAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withPropertyValues("spring.application.name=payments",
				"spring.datasource.url=jdbc:postgresql://127.0.0.1:1/payments")
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, LeaderElectionAutoConfiguration.class,
				FencingAutoConfiguration.class, FencedTransactionsAutoConfiguration.class));

	@Test
	void managerOfAProtectedDatabaseIsFencedAndNamed(CapturedOutput output) {
		this.contextRunner.run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(listeners(context.getBean(PlatformTransactionManager.class))).hasSize(1);
			assertThat(output)
				.contains("Transactions of guarded work are fenced in 'transactionManager' on DataSource 'dataSource'");
		});
	}

	@Test
	void usersManagersAreFencedToo(CapturedOutput output) {
		this.contextRunner.withUserConfiguration(UsersConfiguration.class).run((context) -> {
			assertThat(listeners(context.getBean("users", PlatformTransactionManager.class))).hasSize(1);
			assertThat(output).contains("'users' on DataSource 'dataSource'");
		});
	}

	@Test
	void managersOfWrappedAndRoutingDataSourcesAreFenced(CapturedOutput output) {
		this.contextRunner.withUserConfiguration(WrappedConfiguration.class)
			.run((context) -> assertThat(output).contains("'lazy' on DataSource 'dataSource'")
				.contains("'routing' on DataSource 'dataSource'"));
	}

	@Test
	void managerThatIsCreatedTooEarlyIsFencedLateAndNamed(CapturedOutput output) {
		this.contextRunner.withUserConfiguration(EarlyConfiguration.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(listeners(context.getBean(PlatformTransactionManager.class))).hasSize(1);
			assertThat(output).contains("The transaction manager 'early' was created before it could be fenced")
				.contains("fenced in 'early' on DataSource 'dataSource'");
		});
	}

	@Test
	void excludedManagerIsNotFenced(CapturedOutput output) {
		this.contextRunner.withPropertyValues("leader-election.jdbc.unfenced-transaction-managers=transactionManager")
			.run((context) -> {
				assertThat(listeners(context.getBean(PlatformTransactionManager.class))).isEmpty();
				assertThat(output)
					.contains("Transactions of the transaction manager 'transactionManager' are not fenced");
			});
	}

	@Test
	void unknownExcludedManagerStopsTheStart() {
		this.contextRunner.withPropertyValues("leader-election.jdbc.unfenced-transaction-managers=transactionManger")
			.run((context) -> {
				FailureAnalysis analysis = StartUpFailure.analyze(context.getStartupFailure());
				assertThat(analysis.getDescription()).contains("'transactionManger'", "no such transaction manager");
				assertThat(analysis.getAction()).contains("'transactionManager'");
			});
	}

	@Test
	void jtaStopsTheStart() {
		this.contextRunner.withBean("jta", PlatformTransactionManager.class, () -> mock(JtaTransactionManager.class))
			.run((context) -> {
				FailureAnalysis analysis = StartUpFailure.analyze(context.getStartupFailure());
				assertThat(analysis.getDescription()).contains("'jta'", "JTA", "cannot be fenced");
				assertThat(analysis.getAction()).contains("leader-election.jdbc.unfenced-transaction-managers",
						"leader-election.data-sources");
			});
	}

	@Test
	void jtaThatGuardedWorkDoesNotUseIsLetAlone() {
		this.contextRunner.withBean("jta", PlatformTransactionManager.class, () -> mock(JtaTransactionManager.class))
			.withPropertyValues("leader-election.jdbc.unfenced-transaction-managers=jta")
			.run((context) -> assertThat(context).hasNotFailed());
		this.contextRunner.withBean("jta", PlatformTransactionManager.class, () -> mock(JtaTransactionManager.class))
			.withPropertyValues("leader-election.data-sources=none")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void jpaWithoutADataSourceStopsTheStart() {
		this.contextRunner
			.withBean("jpa", PlatformTransactionManager.class,
					() -> new JpaTransactionManager(mock(EntityManagerFactory.class)))
			.run((context) -> assertThat(StartUpFailure.analyze(context.getStartupFailure()).getDescription())
				.contains("'jpa'", "does not tell its DataSource"));
	}

	@Test
	void reactiveManagerIsNamedAsNotFenced(CapturedOutput output) {
		this.contextRunner
			.withBean("reactive", AbstractReactiveTransactionManager.class,
					() -> mock(AbstractReactiveTransactionManager.class))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output)
					.contains("The transaction manager 'reactive' is reactive: what guarded work writes in its"
							+ " transactions is not fenced");
			});
	}

	@Test
	void managerThatTakesNoListenersIsNamed(CapturedOutput output) {
		this.contextRunner
			.withBean("chained", PlatformTransactionManager.class, () -> mock(PlatformTransactionManager.class))
			.run((context) -> assertThat(output).contains("The transaction manager 'chained'", "takes no listeners"));
	}

	@Test
	void managerOfAnotherDatabaseIsNotNamed(CapturedOutput output) {
		this.contextRunner.withPropertyValues("leader-election.data-sources=dataSource")
			.withBean("elsewhere", JdbcTransactionManager.class,
					() -> new JdbcTransactionManager(new SimpleDriverDataSource()))
			.run((context) -> assertThat(output).doesNotContain("'elsewhere'"));
	}

	@Test
	void lazyManagerIsFencedWhenItIsCreated() {
		this.contextRunner.withUserConfiguration(LateConfiguration.class).run((context) -> {
			assertThat(context.getBeanFactory().containsSingleton("late")).isFalse();
			assertThat(listeners(context.getBean("late", PlatformTransactionManager.class))).hasSize(1);
		});
	}

	@Test
	void disabledElectionsFenceNothing() {
		this.contextRunner.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(listeners(context.getBean(PlatformTransactionManager.class))).isEmpty());
	}

	private static List<?> listeners(PlatformTransactionManager manager) {
		return ((ConfigurableTransactionManager) manager).getTransactionExecutionListeners()
			.stream()
			.filter(FencingTransactionListener.class::isInstance)
			.toList();
	}

	@Configuration(proxyBeanMethods = false)
	static class EarlyConfiguration {

		@Bean
		JdbcTransactionManager early(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static EarlyPostProcessor earlyPostProcessor(JdbcTransactionManager early) {
			return new EarlyPostProcessor();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class UsersConfiguration {

		@Bean
		JdbcTransactionManager users(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LateConfiguration {

		@Bean
		@Lazy
		JdbcTransactionManager late(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class WrappedConfiguration {

		@Bean
		JdbcTransactionManager lazy(DataSource dataSource) {
			return new JdbcTransactionManager(new LazyConnectionDataSourceProxy(dataSource));
		}

		@Bean
		JdbcTransactionManager routing(DataSource dataSource) {
			AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {

				@Override
				protected Object determineCurrentLookupKey() {
					return "primary";
				}

			};
			routing.setTargetDataSources(Map.of("primary", dataSource, "replica", new SimpleDriverDataSource()));
			routing.afterPropertiesSet();
			return new JdbcTransactionManager(routing);
		}

	}

	static class EarlyPostProcessor implements BeanPostProcessor, PriorityOrdered {

		@Override
		public int getOrder() {
			return Ordered.HIGHEST_PRECEDENCE;
		}

	}

}
