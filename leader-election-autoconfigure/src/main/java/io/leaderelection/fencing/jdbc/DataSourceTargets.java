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

package io.leaderelection.fencing.jdbc;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * DataSources that the connections of a DataSource may come from: itself, what it
 * delegates to, and all targets that it routes to.
 */
final class DataSourceTargets {

	private final Set<DataSource> all = Collections.newSetFromMap(new IdentityHashMap<>());

	private DataSourceTargets(DataSource dataSource) {
		add(dataSource);
	}

	static DataSourceTargets of(DataSource dataSource) {
		return new DataSourceTargets(dataSource);
	}

	/**
	 * Return whether connections of both may come from the same DataSource.
	 * @param other the targets of another DataSource
	 * @return whether they have a target in common
	 */
	boolean overlap(DataSourceTargets other) {
		return !Collections.disjoint(this.all, other.all);
	}

	private void add(@Nullable DataSource dataSource) {
		if (dataSource == null || !this.all.add(dataSource)) {
			return;
		}
		if (dataSource instanceof DelegatingDataSource delegating) {
			add(delegating.getTargetDataSource());
		}
		else if (dataSource instanceof AbstractRoutingDataSource routing) {
			routing.getResolvedDataSources().values().forEach(this::add);
			add(routing.getResolvedDefaultDataSource());
		}
	}

}
