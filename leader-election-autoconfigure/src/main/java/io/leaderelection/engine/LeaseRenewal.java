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
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.RenewalOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionGone;
import io.leaderelection.spi.ContactListener;
import org.jspecify.annotations.Nullable;

/**
 * Renewal loop of one session. It survives every outcome; a late answer to an earlier
 * attempt counts, but only the latest attempt decides when the next one is made.
 */
final class LeaseRenewal {

	private static final Duration RETRY = Duration.ofMillis(100);

	private static final Duration RETRY_JITTER = Duration.ofMillis(50);

	private final EngineRun run;

	private final SessionLoop loop;

	private final Duration ttl;

	private @Nullable Session session;

	private @Nullable Moment latest;

	private @Nullable Moment refusedSince;

	private @Nullable Cancellable next;

	LeaseRenewal(EngineRun run, SessionLoop loop, Duration ttl) {
		this.run = run;
		this.loop = loop;
		this.ttl = ttl;
	}

	/**
	 * Begin to renew a session that was opened.
	 * @param opened the session
	 * @param sent when its opening was sent
	 */
	void begin(Session opened, Moment sent) {
		this.session = opened;
		scheduleNext(sent);
	}

	void stop() {
		this.session = null;
		this.latest = null;
		this.refusedSince = null;
		schedule(null, Duration.ZERO);
	}

	/**
	 * Renew the session without waiting for the interval to pass.
	 */
	void renewNow() {
		Session renewing = this.session;
		if (renewing == null) {
			return;
		}
		Moment sent = this.run.clock().now();
		this.latest = sent;
		schedule(null, Duration.ZERO);
		this.run.calls()
			.<RenewalOutcome>ask(sent, () -> this.run.parts().coordinator().renew(renewing),
					this.loop.timing().attemptTimeout(), (unknown) -> unknown,
					(outcome, at) -> answered(renewing, outcome, at));
	}

	private void answered(Session renewed, RenewalOutcome outcome, Moment sent) {
		this.run.contact().told(ContactListener.Call.RENEW, sent, outcome);
		boolean decides = sent.equals(this.latest);
		if (!(outcome instanceof Refused)) {
			this.refusedSince = null;
		}
		if (outcome instanceof RenewalOutcome.Renewed answer) {
			this.loop.renewed(renewed, answer, sent);
			if (decides) {
				scheduleNext(sent);
			}
		}
		else if (outcome instanceof SessionGone gone) {
			this.loop.gone(renewed, gone.detail());
		}
		else if (decides) {
			this.loop.noteFailure(outcome);
			schedule(this::renewNow, this.run.jittered(retry(outcome, sent), RETRY_JITTER));
		}
	}

	private Duration retry(RenewalOutcome outcome, Moment sent) {
		if (!(outcome instanceof Refused)) {
			return RETRY;
		}
		Moment first = (this.refusedSince != null) ? this.refusedSince : sent;
		this.refusedSince = first;
		return RetryDelay.afterRefusal(Duration.ofNanos(sent.nanos() - first.nanos()), this.ttl);
	}

	private void scheduleNext(Moment sent) {
		long rest = sent.nanosPlus(this.loop.timing().renewInterval()) - this.run.clock().now().nanos();
		schedule(this::renewNow, Duration.ofNanos(Math.max(0, rest)));
	}

	private void schedule(@Nullable Runnable task, Duration delay) {
		if (this.next != null) {
			this.next.cancel();
		}
		this.next = (task != null) ? this.run.after(delay, task) : null;
	}

}
