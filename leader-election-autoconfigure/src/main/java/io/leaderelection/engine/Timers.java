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

import java.util.EnumMap;
import java.util.Map;

import io.leaderelection.coordinator.EventLoop.Cancellable;

/**
 * Running timers of one election, at most one of each kind.
 */
final class Timers {

	private final EngineRun run;

	private final ElectionDriver driver;

	private final Map<Timer, Cancellable> running = new EnumMap<>(Timer.class);

	Timers(EngineRun run, ElectionDriver driver) {
		this.run = run;
		this.driver = driver;
	}

	void schedule(Action.Schedule schedule) {
		Timer timer = schedule.timer();
		cancel(timer);
		this.running.put(timer,
				this.run.after(this.run.jittered(schedule.delay(), schedule.jitter()), () -> due(timer)));
	}

	// A campaign that has to wait is judged anew when its turn comes.
	private void due(Timer timer) {
		if (timer == Timer.CAMPAIGN && !this.run.admission().isOpen()) {
			this.running.put(timer, this.run.admission().enter(() -> fire(timer)));
		}
		else {
			fire(timer);
		}
	}

	private void fire(Timer timer) {
		this.running.remove(timer);
		this.driver.feed(new Input.TimerFired(timer));
	}

	void cancel(Timer timer) {
		Cancellable cancelled = this.running.remove(timer);
		if (cancelled != null) {
			cancelled.cancel();
		}
	}

	void cancelAll() {
		this.running.values().forEach(Cancellable::cancel);
		this.running.clear();
	}

}
