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

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Lines for whoever watches, each with the time since the start.
 */
class Console {

	private final PrintStream out;

	private final long start = System.nanoTime();

	Console(PrintStream out) {
		this.out = out;
	}

	/**
	 * Print a line with the time.
	 * @param format the format of the line
	 * @param arguments its arguments
	 */
	void say(String format, @Nullable Object... arguments) {
		double seconds = (System.nanoTime() - this.start) / 1e9;
		print(String.format(Locale.ROOT, "%7.2f s  ", seconds) + String.format(Locale.ROOT, format, arguments));
	}

	/**
	 * Print text as it is.
	 * @param text the text
	 */
	void print(String text) {
		this.out.println(text);
	}

	/**
	 * Return a duration for people.
	 * @param duration the duration
	 * @return the duration, in seconds or, below one, in milliseconds
	 */
	static String show(Duration duration) {
		return (duration.toMillis() < 1000) ? duration.toMillis() + " ms"
				: String.format(Locale.ROOT, "%.2f s", duration.toMillis() / 1e3);
	}

}
