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

package io.leaderelection.runs;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Firing of a schedule that the ledger remembers. Times are those of the instance.
 *
 * @param began when it was due, or when it began if that is not known
 * @param ended when its work was done, or {@code null} if nothing ran and the schedule is
 * only known since then
 */
public record Firing(Instant began, @Nullable Instant ended) {

	private static final String SEPARATOR = "/";

	String format() {
		return this.began + SEPARATOR + ((this.ended != null) ? this.ended : "");
	}

	static Firing parse(String text) {
		String[] times = text.split(SEPARATOR, 2);
		return new Firing(Instant.parse(times[0]), times[1].isEmpty() ? null : Instant.parse(times[1]));
	}

}
