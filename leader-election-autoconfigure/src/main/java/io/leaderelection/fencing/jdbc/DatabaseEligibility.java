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

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.leaderelection.ElectionObservation;
import io.leaderelection.ElectionStatus;
import io.leaderelection.LeaderElections;
import io.leaderelection.spi.Eligibility;
import org.jspecify.annotations.Nullable;

/**
 * Judgement that an instance which cannot reach the databases that an election protects
 * cannot do its work. An instance that leads without another candidate is left alone: if
 * nobody can reach the database, a leadership that is handed around helps nobody.
 */
public final class DatabaseEligibility implements Eligibility, AutoCloseable {

	private final ProtectedDatabases databases;

	private final Supplier<LeaderElections> elections;

	private final Duration interval;

	private final LongSupplier nanoTime;

	private final Map<FencedDatabase, DatabaseCheck> checks = new ConcurrentHashMap<>();

	/**
	 * Create a judgement.
	 * @param databases the databases of each election
	 * @param elections the elections, asked for while they are held
	 * @param interval the time between two checks of a database
	 * @param nanoTime the monotonic clock
	 */
	public DatabaseEligibility(ProtectedDatabases databases, Supplier<LeaderElections> elections, Duration interval,
			LongSupplier nanoTime) {
		this.databases = databases;
		this.elections = elections;
		this.interval = interval;
		this.nanoTime = nanoTime;
	}

	@Override
	public @Nullable String reasonAgainst(String election) {
		for (FencedDatabase database : this.databases.of(election)) {
			String reason = this.checks
				.computeIfAbsent(database, (added) -> new DatabaseCheck(added, this.interval, this.nanoTime))
				.reasonAgainst();
			if (reason != null) {
				return leadsAlone(election) ? null : reason;
			}
		}
		return null;
	}

	private boolean leadsAlone(String election) {
		LeaderElections all = this.elections.get();
		ElectionStatus status = all.get(election).status();
		ElectionObservation observation = status.observation();
		return status.token() != null
				&& (observation == null || observation.candidates().keySet().stream().allMatch(all.instance()::equals));
	}

	/**
	 * Return whether no check is under way.
	 * @return whether all have ended
	 */
	boolean isIdle() {
		return this.checks.values().stream().noneMatch(DatabaseCheck::isRunning);
	}

	/**
	 * End the checks.
	 */
	@Override
	public void close() {
		this.checks.values().forEach(DatabaseCheck::close);
	}

}
