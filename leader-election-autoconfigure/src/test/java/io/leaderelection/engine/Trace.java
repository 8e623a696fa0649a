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

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.leaderelection.coordinator.memory.VirtualTime;

/**
 * Readable record of what happened in a simulation, kept only when it is asked for.
 */
final class Trace {

	private final VirtualTime time;

	private final boolean kept;

	private final List<String> lines = new ArrayList<>();

	Trace(VirtualTime time, boolean kept) {
		this.time = time;
		this.kept = kept;
	}

	void note(String actor, Supplier<String> what) {
		if (this.kept) {
			this.lines.add("%10.4f  %-12s %s".formatted(this.time.elapsed().toNanos() / 1e9, actor, what.get()));
		}
	}

	List<String> lines() {
		return this.lines;
	}

}
