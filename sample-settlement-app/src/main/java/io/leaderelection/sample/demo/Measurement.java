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

package io.leaderelection.sample.demo;

import java.time.Duration;

/**
 * Time that a fail-over took. It has a goal, which a busy machine may miss: only the time
 * is no promise.
 *
 * @param what what was measured
 * @param took the time
 * @param goal the longest time that is aimed at
 */
record Measurement(String what, Duration took, Duration goal) {

	boolean isWithinGoal() {
		return this.took.compareTo(this.goal) <= 0;
	}

}
