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

package io.leaderelection.coordinator.jdbc;

import java.time.Duration;

import io.leaderelection.coordinator.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * Timer of the next look of a watch. Lives on the event loop.
 */
final class NextLook {

	private final EventLoop loop;

	private final Runnable look;

	private EventLoop.@Nullable Cancellable timer;

	private long due;

	NextLook(EventLoop loop, Runnable look) {
		this.loop = loop;
		this.look = look;
	}

	/**
	 * Look after a delay, whenever the next look was due until now.
	 * @param delay the delay
	 */
	void after(Duration delay) {
		cancel();
		this.due = this.loop.nanoTime() + delay.toNanos();
		this.timer = this.loop.schedule(delay, () -> {
			this.timer = null;
			this.look.run();
		});
	}

	/**
	 * Look after a delay, unless the next look is due before.
	 * @param delay the delay
	 */
	void within(Duration delay) {
		if (this.timer == null || this.due - this.loop.nanoTime() > delay.toNanos()) {
			after(delay);
		}
	}

	void cancel() {
		if (this.timer != null) {
			this.timer.cancel();
			this.timer = null;
		}
	}

}
