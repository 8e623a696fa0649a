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

import java.time.Duration;

import io.leaderelection.engine.PlainDuration;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Time that Spring gives a phase of its shutdown, in which elections end.
 */
final class ShutdownPhase {

	private static final Log logger = LogFactory.getLog(ShutdownPhase.class);

	private static final String PROPERTY = "spring.lifecycle.timeout-per-shutdown-phase";

	private static final Duration DEFAULT = Duration.ofSeconds(30);

	private ShutdownPhase() {
	}

	/**
	 * Warn if work in flight may take longer than Spring waits.
	 * @param environment the environment
	 * @param longestDrain the longest time that any election waits for it
	 */
	static void report(Environment environment, Duration longestDrain) {
		BindResult<Duration> configured = Binder.get(environment).bind(PROPERTY, Duration.class);
		Duration phase = configured.isBound() ? configured.get() : DEFAULT;
		if (longestDrain.compareTo(phase) >= 0) {
			logger
				.warn(("At shutdown, guarded work in flight has %s by a 'drain-timeout' of leader election, but Spring"
						+ " waits no longer than %s: set '%s' to more, or the drain-timeout to less")
					.formatted(new PlainDuration(longestDrain), new PlainDuration(phase), PROPERTY));
		}
	}

}
