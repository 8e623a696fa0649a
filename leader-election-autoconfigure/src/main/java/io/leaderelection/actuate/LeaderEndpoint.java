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

package io.leaderelection.actuate;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;

/**
 * {@link Endpoint @Endpoint} that shows who leads what, since when and why. What it lets
 * operators order is added by its extensions for the web and for JMX, which
 * {@code management.endpoint.leader.access=unrestricted} opens.
 */
@Endpoint(id = "leader", defaultAccess = Access.READ_ONLY)
public class LeaderEndpoint {

	private final LeaderReports reports;

	/**
	 * Create an endpoint.
	 * @param reports the reports
	 */
	public LeaderEndpoint(LeaderReports reports) {
		this.reports = reports;
	}

	/**
	 * Return all elections.
	 * @return the description
	 */
	@ReadOperation
	public ElectionsDescription elections() {
		return this.reports.all();
	}

	/**
	 * Return one election with its history.
	 * @param election the segments of the election's name
	 * @return the description, or {@code null} if this instance takes no part in it
	 */
	@ReadOperation
	public @Nullable ElectionDetails election(@Selector(match = Match.ALL_REMAINING) String... election) {
		return this.reports.of(String.join("/", election)).orElse(null);
	}

}
