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

import io.leaderelection.autoconfigure.ConfiguredElections;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaderElectionProperties;
import io.leaderelection.fencing.jdbc.FencedDatabase;
import io.leaderelection.fencing.jdbc.ProtectedDatabases;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ProtectedDataSources}.
 */
class ProtectedDataSourcesTests {

	private final DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();

	@Test
	void singleDataSourceIsProtectedByEveryElection() {
		define("ledger", false);
		ProtectedDatabases databases = choose(Map.of());
		assertThat(names(databases.of("settlement"))).containsExactly("ledger");
		assertThat(names(databases.all())).containsExactly("ledger");
	}

	@Test
	void primaryDataSourceIsProtectedByEveryElection() {
		define("archive", false);
		define("ledger", true);
		assertThat(names(choose(Map.of()).of("settlement"))).containsExactly("ledger");
	}

	@Test
	void dataSourceOfTheCoordinatorIsNotProtectedBesideAnotherOne() {
		define("ledger", false);
		this.beanFactory.registerBeanDefinition("elections",
				BeanDefinitionBuilder.genericBeanDefinition(CoordinatorsDataSource.class).getBeanDefinition());
		assertThat(names(choose(Map.of()).all())).containsExactly("ledger");
		assertThat(names(choose(Map.of("data-sources", "elections")).all())).containsExactly("elections");
	}

	@Test
	void onlyDataSourceIsProtectedEvenIfTheCoordinatorUsesIt() {
		this.beanFactory.registerBeanDefinition("elections",
				BeanDefinitionBuilder.genericBeanDefinition(CoordinatorsDataSource.class).getBeanDefinition());
		assertThat(names(choose(Map.of()).all())).containsExactly("elections");
	}

	@Test
	void severalDataSourcesAreAmbiguous() {
		define("archive", false);
		define("ledger", false);
		assertThatExceptionOfType(LeaderElectionConfigurationException.class).isThrownBy(() -> choose(Map.of()))
			.withMessageContaining("several DataSources ('archive', 'ledger')")
			.withMessageContaining("'leader-election.data-sources'");
	}

	@Test
	void propertiesSettleTheAmbiguity() {
		define("archive", false);
		define("ledger", false);
		ProtectedDatabases databases = choose(
				Map.of("data-sources", "none", "elections.settlement.data-sources", "ledger,archive"));
		assertThat(databases.of("report")).isEmpty();
		assertThat(names(databases.of("settlement"))).containsExactly("ledger", "archive");
		assertThat(databases.all()).hasSize(2);
	}

	@Test
	void withoutDataSourcesNothingIsProtected() {
		ProtectedDatabases databases = choose(Map.of());
		assertThat(databases.of("settlement")).isEmpty();
		assertThat(databases.all()).isEmpty();
	}

	@Test
	void unknownDataSourceIsRefused() {
		define("ledger", false);
		assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> choose(Map.of("elections.settlement.data-sources", "leger")))
			.withMessageContaining("'leader-election.elections.settlement.data-sources' names 'leger'")
			.withMessageContaining("Name one of 'ledger'");
	}

	private void define(String name, boolean primary) {
		this.beanFactory.registerBeanDefinition(name,
				BeanDefinitionBuilder.genericBeanDefinition(DataSource.class, SimpleDriverDataSource::new)
					.setPrimary(primary)
					.getBeanDefinition());
	}

	private ProtectedDatabases choose(Map<String, String> properties) {
		MapConfigurationPropertySource source = new MapConfigurationPropertySource();
		properties.forEach((name, value) -> source.put("leader-election." + name, value));
		LeaderElectionProperties bound = new Binder(source).bindOrCreate("leader-election",
				LeaderElectionProperties.class);
		return new ProtectedDataSources(this.beanFactory, new ConfiguredElections(bound)).choose();
	}

	private static List<String> names(List<FencedDatabase> databases) {
		return databases.stream().map(FencedDatabase::name).toList();
	}

	@LeaderElectionDataSource
	static class CoordinatorsDataSource extends SimpleDriverDataSource {

	}

}
