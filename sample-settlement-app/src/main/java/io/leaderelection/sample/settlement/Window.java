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

package io.leaderelection.sample.settlement;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Span of time whose payments are settled by one run. It has no beginning: what came too
 * late for an earlier window is settled with this one.
 *
 * @param cutOff the end of the window; payments captured then or later belong to another
 */
record Window(Instant cutOff) {

	private static final String PREFIX = "settlement-";

	/**
	 * Return the window that has ended last.
	 * @param clock the clock
	 * @param length the length of windows
	 * @return the window
	 */
	static Window lastBefore(Clock clock, Duration length) {
		long now = clock.millis();
		return new Window(Instant.ofEpochMilli(now - Math.floorMod(now, length.toMillis())));
	}

	/**
	 * Return the window of a run.
	 * @param key the key of the run
	 * @return the window
	 */
	static Window of(String key) {
		return new Window(Instant.parse(key.substring(PREFIX.length())));
	}

	/**
	 * Return the key of the run that settles this window.
	 * @return the key
	 */
	String key() {
		return PREFIX + this.cutOff;
	}

}
