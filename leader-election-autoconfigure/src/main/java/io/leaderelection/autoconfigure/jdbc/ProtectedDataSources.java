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

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import io.leaderelection.autoconfigure.ConfiguredElections;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.fencing.jdbc.FencedDatabase;
import io.leaderelection.fencing.jdbc.ProtectedDatabases;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Choice of the {@link DataSource} beans that elections protect: those that the
 * properties name, and otherwise the single candidate.
 */
final class ProtectedDataSources {

	private static final String PROPERTY = "leader-election.data-sources";

	private final ListableBeanFactory beanFactory;

	private final ConfiguredElections elections;

	private final Map<String, FencedDatabase> databases = new LinkedHashMap<>();

	private final List<String> candidates;

	ProtectedDataSources(ListableBeanFactory beanFactory, ConfiguredElections elections) {
		this.beanFactory = beanFactory;
		this.elections = elections;
		this.candidates = Arrays.asList(beanFactory.getBeanNamesForType(DataSource.class));
	}

	/**
	 * Choose the databases.
	 * @return the databases of each election
	 * @throws LeaderElectionConfigurationException if a name is not known, or if several
	 * DataSources could be meant
	 */
	ProtectedDatabases choose() {
		FencedDatabase byDefault = this.elections.hasGeneralDataSources() ? null : singleCandidate();
		this.elections.forEachDataSource(this::require);
		Map<String, FencedDatabase> chosen = Map.copyOf(this.databases);
		List<FencedDatabase> otherwise = (byDefault != null) ? List.of(byDefault) : List.of();
		// Asked for by each write.
		Map<String, List<FencedDatabase>> ofElections = new ConcurrentHashMap<>();
		return new ProtectedDatabases(List.copyOf(this.databases.values()),
				(election) -> ofElections.computeIfAbsent(election, (name) -> {
					List<String> names = this.elections.dataSources(name);
					return (names != null) ? names.stream().map(chosen::get).toList() : otherwise;
				}));
	}

	private @Nullable FencedDatabase singleCandidate() {
		if (this.candidates.isEmpty()) {
			return null;
		}
		if (this.candidates.size() == 1) {
			return database(this.candidates.get(0));
		}
		List<String> ofTheApplication = this.candidates.stream()
			.filter((name) -> this.beanFactory.findAnnotationOnBean(name, LeaderElectionDataSource.class) == null)
			.toList();
		if (ofTheApplication.size() == 1) {
			return database(ofTheApplication.get(0));
		}
		DataSource unique = this.beanFactory.getBeanProvider(DataSource.class).getIfUnique();
		return this.candidates.stream()
			.filter((name) -> unique != null && this.beanFactory.getBean(name) == unique)
			.findFirst()
			.map(this::database)
			.orElseThrow(this::ambiguous);
	}

	private LeaderElectionConfigurationException ambiguous() {
		return new LeaderElectionConfigurationException(
				"There are several DataSources (%s), and none of them is primary, so it is not clear which one the elections protect."
					.formatted(quoted(this.candidates)),
				"List those to protect in '%s', or below 'leader-election.elections' for single elections; 'none' stands for no database."
					.formatted(PROPERTY));
	}

	private void require(String property, String name) {
		if (!this.candidates.contains(name)) {
			throw new LeaderElectionConfigurationException(
					"'%s' names '%s', but there is no such DataSource.".formatted(property, name),
					this.candidates.isEmpty() ? "Define a DataSource bean of that name, or write 'none'."
							: "Name one of %s, or write 'none'.".formatted(quoted(this.candidates)),
					property);
		}
		database(name);
	}

	private FencedDatabase database(String name) {
		return this.databases.computeIfAbsent(name,
				(key) -> new FencedDatabase(key, this.beanFactory.getBean(key, DataSource.class)));
	}

	private static String quoted(List<String> names) {
		return names.stream().map((name) -> "'" + name + "'").collect(Collectors.joining(", "));
	}

}
