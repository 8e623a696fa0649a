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
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.Unknown;

/**
 * End of sessions that are not wanted any more, repeated until the coordinator confirmed
 * it or they must have ended by themselves.
 */
final class SessionClosing {

	private static final Duration RETRY = Duration.ofMillis(100);

	private final EngineRun run;

	private final Duration ttl;

	SessionClosing(EngineRun run, Duration ttl) {
		this.run = run;
		this.ttl = ttl;
	}

	void close(Session session) {
		close(session, this.run.clock().now());
	}

	/**
	 * Try once to close a session.
	 * @param session the session
	 * @param done what to do once the coordinator answered
	 */
	void close(Session session, Runnable done) {
		AtomicBoolean answered = new AtomicBoolean();
		this.run.calls()
			.<ChangeOutcome>ask(() -> this.run.parts().coordinator().close(session), this.ttl, (unknown) -> unknown,
					(outcome, sent) -> {
						if (!answered.getAndSet(true)) {
							done.run();
						}
					});
	}

	private void close(Session session, Moment since) {
		this.run.calls()
			.<ChangeOutcome>ask(() -> this.run.parts().coordinator().close(session), this.ttl, (unknown) -> unknown,
					(outcome, sent) -> {
						boolean failed = outcome instanceof Unknown || outcome instanceof Refused;
						if (failed && sent.nanos() - since.nanosPlus(this.ttl) < 0) {
							Duration delay = (outcome instanceof Refused)
									? RetryDelay.afterRefusal(Duration.ofNanos(sent.nanos() - since.nanos()), this.ttl)
									: RETRY;
							this.run.after(this.run.jittered(delay, RETRY), () -> close(session, since));
						}
					});
	}

}
