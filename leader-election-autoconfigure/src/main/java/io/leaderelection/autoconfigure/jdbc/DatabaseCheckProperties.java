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

import java.time.Duration;

import io.leaderelection.autoconfigure.DurationRange;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the check whether protected databases can be reached.
 *
 * @param enabled Whether an instance that cannot reach a protected database holds back,
 * and hands over if it leads and another instance may.
 * @param interval Time between two checks of a database. It takes three failures to hold
 * back and two successes to take part again.
 */
@ConfigurationProperties("leader-election.jdbc.check")
record DatabaseCheckProperties(@DefaultValue("true") boolean enabled, @DefaultValue("2s") Duration interval) {

	private static final DurationRange INTERVAL = new DurationRange(Duration.ofMillis(50), Duration.ofHours(1),
			"each check takes a connection, and three that fail hold back");

	DatabaseCheckProperties {
		INTERVAL.check("leader-election.jdbc.check.interval", interval);
	}

}
