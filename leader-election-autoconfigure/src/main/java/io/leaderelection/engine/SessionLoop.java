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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.leaderelection.RevocationReason;
import io.leaderelection.SuspicionCause;
import io.leaderelection.coordinator.RenewalOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionOutcome;
import io.leaderelection.coordinator.SessionRequest;
import io.leaderelection.spi.ContactListener;
import org.jspecify.annotations.Nullable;

/**
 * Session shared by the elections of one time-to-live, with its renewal loop. The loop
 * survives every outcome; a lease whose local deadline has passed is never renewed again
 * but revoked and replaced.
 */
final class SessionLoop {

	private static final Duration RETRY = Duration.ofMillis(100);

	private static final int SLOWEST_RETRY = 4;

	private final EngineRun run;

	private final Duration ttl;

	private final List<ElectionDriver> members = new ArrayList<>();

	private final LeaseChecks checks = new LeaseChecks();

	private final LeaseRenewal renewal;

	private final LeaseAlarm alarm;

	private final SessionClosing closing;

	private @Nullable SessionTiming timing;

	private @Nullable Lease lease;

	private @Nullable Moment opening;

	private int failures;

	private boolean ended;

	SessionLoop(EngineRun run, Duration ttl) {
		this.run = run;
		this.ttl = ttl;
		this.renewal = new LeaseRenewal(run, this, ttl);
		this.alarm = new LeaseAlarm(run);
		this.closing = new SessionClosing(run, ttl);
	}

	void join(ElectionDriver driver) {
		SessionTiming wanted = SessionTiming.of(driver.election().settings());
		boolean first = this.timing == null;
		this.timing = (this.timing != null) ? this.timing.strictest(wanted) : wanted;
		this.members.add(driver);
		if (this.lease != null) {
			driver.feed(new Input.LeaseOpened(this.lease));
		}
		else if (first) {
			open();
		}
	}

	/**
	 * Return the timing that all elections of the session are content with.
	 * @return the timing
	 */
	SessionTiming timing() {
		return Objects.requireNonNull(this.timing);
	}

	/**
	 * Judge the lease by the clocks.
	 * @param now the present
	 * @param stoodStill whether the process stood still until now
	 */
	void check(Moment now, boolean stoodStill) {
		Lease current = this.lease;
		if (current == null || this.timing == null) {
			return;
		}
		if (this.run.parts().rules().isOver(current.deadline(), now)) {
			if (this.checks.isNewlyOver(current)) {
				expire(current);
			}
			return;
		}
		SuspicionCause cause = stoodStill ? SuspicionCause.PROCESS_PAUSED
				: this.checks.suspicion(current, now, this.timing.suspectAfter());
		if (cause != null) {
			tell(new Input.Suspect(cause));
			if (cause != SuspicionCause.RENEWAL_LATE) {
				this.renewal.renewNow();
			}
		}
	}

	/**
	 * Deal with the definite end of a session.
	 * @param session the session
	 * @param detail the evidence
	 */
	void gone(Session session, String detail) {
		if (this.lease != null && this.lease.isOf(session.id())) {
			forget();
			tell(new Input.LeaseLost(RevocationReason.GONE, detail));
			open();
		}
	}

	/**
	 * Stop renewing a session that cannot be cleaned up, and open another one.
	 * @param session the session
	 * @param detail why
	 */
	void replace(Session session, String detail) {
		if (this.lease != null && this.lease.isOf(session.id())) {
			forget();
			tell(new Input.LeaseLost(RevocationReason.EXPIRED, detail));
			this.closing.close(session);
			open();
		}
	}

	void restored() {
		Lease old = this.lease;
		forget();
		if (old != null) {
			this.closing.close(old.session());
		}
		open();
	}

	/**
	 * End the loop and its session.
	 * @param done what to do once the coordinator answered
	 */
	void end(Runnable done) {
		Lease old = this.lease;
		forget();
		this.ended = true;
		if (old == null) {
			done.run();
			return;
		}
		this.closing.close(old.session(), done);
	}

	private void open() {
		if (this.ended || this.timing == null) {
			return;
		}
		Moment sent = this.run.clock().now();
		this.opening = sent;
		SessionRequest request = new SessionRequest(this.run.instance(), this.ttl);
		this.run.calls()
			.<SessionOutcome>ask(sent, () -> this.run.parts().coordinator().open(request), this.timing.openTimeout(),
					(unknown) -> unknown, this::opened);
	}

	private void openAgain() {
		if (this.lease == null && this.opening == null) {
			open();
		}
	}

	private void opened(SessionOutcome outcome, Moment sent) {
		this.run.contact().told(ContactListener.Call.OPEN, sent, outcome);
		boolean awaited = sent.equals(this.opening) && this.lease == null && !this.ended;
		if (outcome instanceof SessionOutcome.Opened opened) {
			Lease fresh = new Lease(opened.session(), deadline(sent, opened.session().ttl()), sent);
			if (awaited && !fresh.deadline().isPast(this.run.clock().now().nanos())) {
				this.failures = 0;
				this.lease = fresh;
				this.alarm.set(this.lease, timing().suspectAfter());
				this.renewal.begin(fresh.session(), sent);
				tell(new Input.LeaseOpened(fresh));
				return;
			}
			this.closing.close(opened.session());
		}
		if (awaited) {
			this.opening = null;
			noteFailure(outcome);
			Duration delay = RETRY.multipliedBy(1L << Math.min(SLOWEST_RETRY, this.failures++));
			this.run.after(this.run.jittered(delay, RETRY), this::openAgain);
		}
	}

	/**
	 * Take note of an acknowledged renewal.
	 * @param session the session that was renewed
	 * @param renewed the answer
	 * @param sent when the renewal was sent
	 */
	void renewed(Session session, RenewalOutcome.Renewed renewed, Moment sent) {
		if (this.lease == null || this.timing == null || !this.lease.isOf(session.id())) {
			return;
		}
		this.lease = this.lease.renewed(deadline(sent, renewed.ttl()), sent);
		this.alarm.set(this.lease, timing().suspectAfter());
		tell(new Input.LeaseRenewed(this.lease, sent, renewed.held()));
	}

	void noteFailure(Object outcome) {
		this.members.forEach((driver) -> driver.noteFailure(outcome));
	}

	private Deadline deadline(Moment sent, Duration granted) {
		Moment begin = this.run.parts().rules().leaseBegin(sent, this.run.clock().now());
		Duration margin = (this.timing != null) ? this.timing.margin() : Duration.ZERO;
		return Deadline.of(begin, granted, margin);
	}

	private void expire(Lease over) {
		boolean kept = this.run.parts().rules().mayRenewOver();
		if (!kept) {
			forget();
		}
		tell(new Input.LeaseLost(RevocationReason.EXPIRED, "The local deadline of the lease passed"));
		if (kept) {
			tell(new Input.LeaseOpened(over));
			this.renewal.renewNow();
			return;
		}
		this.closing.close(over.session());
		open();
	}

	private void forget() {
		this.lease = null;
		this.opening = null;
		this.renewal.stop();
		this.alarm.cancel();
	}

	private void tell(Input input) {
		List.copyOf(this.members).forEach((driver) -> driver.feed(input));
	}

}
