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

import java.time.Duration;

import io.leaderelection.coordinator.EventLoop.Cancellable;
import org.jspecify.annotations.Nullable;

/**
 * Alarm that has the clocks looked at when a lease becomes suspect and when it is over.
 */
final class LeaseAlarm {

	private final EngineRun run;

	private @Nullable Cancellable next;

	LeaseAlarm(EngineRun run) {
		this.run = run;
	}

	/**
	 * Set the alarm, instead of an earlier one. That it rings is enough: each task of the
	 * engine looks at the clocks first.
	 * @param lease the lease
	 * @param suspectAfter the time without an acknowledged renewal until suspicion
	 */
	void set(Lease lease, Duration suspectAfter) {
		cancel();
		long now = this.run.clock().now().nanos();
		long late = lease.acknowledged().nanosPlus(suspectAfter) - now;
		long over = lease.deadline().nanos() - now;
		if (late > 0 && late < over) {
			this.next = this.run.after(Duration.ofNanos(late), () -> set(lease, suspectAfter));
		}
		else if (over > 0) {
			this.next = this.run.after(Duration.ofNanos(over), this::cancel);
		}
	}

	void cancel() {
		if (this.next != null) {
			this.next.cancel();
			this.next = null;
		}
	}

}
