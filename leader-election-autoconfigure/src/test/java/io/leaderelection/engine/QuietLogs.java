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

package io.leaderelection.engine;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Silence of the engine's log while thousands of simulated faults would fill it.
 */
final class QuietLogs implements AutoCloseable {

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.leaderelection");

	private final @Nullable Level before = this.logger.getLevel();

	QuietLogs() {
		this.logger.setLevel(Level.OFF);
	}

	@Override
	public void close() {
		this.logger.setLevel(this.before);
	}

}
