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

package io.leaderelection.sample.drill;

import java.time.Clock;

import io.leaderelection.sample.drill.DrillEvent.Kind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log of the events of a worker.
 */
class DrillLog {

	private static final Logger logger = LoggerFactory.getLogger("drill");

	private final Clock clock;

	DrillLog(Clock clock) {
		this.clock = clock;
	}

	void tell(Kind kind, String election, long term, String detail) {
		logger.info(new DrillEvent(kind, election, term, this.clock.instant(), detail).format());
	}

}
