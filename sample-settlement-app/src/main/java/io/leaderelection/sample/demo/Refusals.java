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

import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.sample.drill.DrillEvent.Kind;

/**
 * Count of the work that was refused because its term was over.
 */
class Refusals {

	private final AtomicInteger local = new AtomicInteger();

	private final AtomicInteger byFence = new AtomicInteger();

	Refusals(Timeline timeline) {
		timeline.addListener(this::onEvent);
	}

	private void onEvent(WorkerEvent told) {
		if (told.event().kind() == Kind.REFUSED_LOCALLY) {
			this.local.incrementAndGet();
		}
		else if (told.event().kind() == Kind.REFUSED_BY_FENCE) {
			this.byFence.incrementAndGet();
		}
	}

	int local() {
		return this.local.get();
	}

	int byFence() {
		return this.byFence.get();
	}

}
