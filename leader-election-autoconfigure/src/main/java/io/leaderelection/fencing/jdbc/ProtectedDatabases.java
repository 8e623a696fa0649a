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

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Databases and the elections that protect them.
 *
 * @param all all databases
 * @param byElection the databases that an election protects, by its name
 */
public record ProtectedDatabases(List<FencedDatabase> all, Function<String, List<FencedDatabase>> byElection) {

	public ProtectedDatabases {
		all = List.copyOf(all);
	}

	/**
	 * Return the databases of a fixed set of elections.
	 * @param databases the databases of each election
	 * @return the databases
	 */
	public static ProtectedDatabases of(Map<String, List<FencedDatabase>> databases) {
		return new ProtectedDatabases(databases.values().stream().flatMap(List::stream).distinct().toList(),
				(election) -> databases.getOrDefault(election, List.of()));
	}

	/**
	 * Return one database that every election protects.
	 * @param database the database
	 * @return the databases
	 */
	public static ProtectedDatabases single(FencedDatabase database) {
		return new ProtectedDatabases(List.of(database), (election) -> List.of(database));
	}

	/**
	 * Return the databases that an election protects.
	 * @param election the name of the election
	 * @return the databases
	 */
	public List<FencedDatabase> of(String election) {
		return this.byElection.apply(election);
	}

	/**
	 * Return whether an election protects a database.
	 * @param election the name of the election
	 * @param database the database
	 * @return whether it is among those of the election
	 */
	public boolean isProtected(String election, FencedDatabase database) {
		return of(election).contains(database);
	}

}
