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
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.RevocationReason;
import io.leaderelection.SuspicionCause;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.EventLoop.Cancellable;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.RenewalOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionGone;
import io.leaderelection.coordinator.SessionOutcome;
import io.leaderelection.coordinator.SessionRequest;
import io.leaderelection.coordinator.Unknown;
import org.jspecify.annotations.Nullable;

/**
 * Session shared by the elections of one time-to-live, with its renewal loop. The loop
 * survives every outcome; a lease whose local deadline has passed is never renewed again
 * but revoked and replaced.
 */
final class SessionLoop {

	private static final Duration RETRY = Duration.ofMillis(100);

	private static final Duration RETRY_JITTER = Duration.ofMillis(50);

	private static final int SLOWEST_RETRY = 4;

	private final EngineRun run;

	private final Duration ttl;

	private final List<ElectionDriver> members = new ArrayList<>();

	private final LeaseChecks checks = new LeaseChecks();

	private @Nullable SessionTiming timing;

	private @Nullable Lease lease;

	private @Nullable Moment asked;

	private @Nullable Cancellable next;

	private @Nullable Cancellable alarm;

	private int failures;

	private boolean ended;

	SessionLoop(EngineRun run, Duration ttl) {
		this.run = run;
		this.ttl = ttl;
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
				renew();
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
			close(session, this.run.clock().now());
			open();
		}
	}

	void restored() {
		Lease old = this.lease;
		forget();
		if (old != null) {
			close(old.session(), this.run.clock().now());
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
		AtomicBoolean answered = new AtomicBoolean();
		this.run.<ChangeOutcome>ask(() -> this.run.parts().coordinator().close(old.session()), this.ttl,
				(unknown) -> unknown, (outcome, sent) -> {
					if (!answered.getAndSet(true)) {
						done.run();
					}
				});
	}

	private void open() {
		if (this.ended || this.timing == null) {
			return;
		}
		Moment sent = this.run.clock().now();
		this.asked = sent;
		SessionRequest request = new SessionRequest(this.run.instance(), this.ttl);
		this.run.<SessionOutcome>ask(sent, () -> this.run.parts().coordinator().open(request),
				this.timing.openTimeout(), (unknown) -> unknown, this::opened);
	}

	private void opened(SessionOutcome outcome, Moment sent) {
		boolean awaited = sent.equals(this.asked) && this.lease == null && !this.ended;
		if (outcome instanceof SessionOutcome.Opened opened) {
			Lease fresh = new Lease(opened.session(), deadline(sent, opened.session().ttl()), sent);
			if (awaited && !fresh.deadline().isPast(this.run.clock().now().nanos())) {
				this.failures = 0;
				this.lease = fresh;
				setAlarm();
				scheduleRenewal(sent);
				tell(new Input.LeaseOpened(fresh));
				return;
			}
			close(opened.session(), sent);
		}
		if (awaited) {
			this.asked = null;
			noteFailure(outcome);
			Duration delay = RETRY.multipliedBy(1L << Math.min(SLOWEST_RETRY, this.failures++));
			schedule(this.run.jittered(delay, RETRY_JITTER), this::open);
		}
	}

	private void renew() {
		Lease current = this.lease;
		if (current == null || this.timing == null) {
			return;
		}
		Moment sent = this.run.clock().now();
		this.asked = sent;
		schedule(this.timing.attemptTimeout().plus(RETRY), this::renew);
		this.run.<RenewalOutcome>ask(sent, () -> this.run.parts().coordinator().renew(current.session()),
				this.timing.attemptTimeout(), (unknown) -> unknown,
				(outcome, at) -> renewed(current.session(), outcome, at));
	}

	private void renewed(Session session, RenewalOutcome outcome, Moment sent) {
		Lease current = this.lease;
		if (current == null || !current.isOf(session.id())) {
			return;
		}
		if (outcome instanceof RenewalOutcome.Renewed renewed) {
			this.lease = current.renewed(deadline(sent, renewed.ttl()), sent);
			setAlarm();
			if (sent.equals(this.asked)) {
				scheduleRenewal(sent);
			}
			tell(new Input.LeaseRenewed(this.lease, sent, renewed.held()));
		}
		else if (outcome instanceof SessionGone gone) {
			gone(session, gone.detail());
		}
		else {
			noteFailure(outcome);
			if (sent.equals(this.asked)) {
				schedule(this.run.jittered(RETRY, RETRY_JITTER), this::renew);
			}
		}
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
			renew();
			return;
		}
		close(over.session(), this.run.clock().now());
		open();
	}

	private void close(Session session, Moment since) {
		this.run.<ChangeOutcome>ask(() -> this.run.parts().coordinator().close(session), this.ttl, (unknown) -> unknown,
				(outcome, sent) -> {
					boolean failed = outcome instanceof Unknown || outcome instanceof Refused;
					if (failed && sent.nanos() - since.nanosPlus(this.ttl) < 0) {
						this.run.after(this.run.jittered(RETRY, RETRY_JITTER), () -> close(session, since));
					}
				});
	}

	private void scheduleRenewal(Moment sent) {
		if (this.timing != null) {
			long rest = sent.nanosPlus(this.timing.renewInterval()) - this.run.clock().now().nanos();
			schedule(Duration.ofNanos(Math.max(0, rest)), this::renew);
		}
	}

	private void schedule(Duration delay, Runnable task) {
		if (this.next != null) {
			this.next.cancel();
		}
		this.next = this.run.after(delay, task);
	}

	/**
	 * Have the clocks looked at when the lease becomes suspect and when it is over.
	 */
	private void setAlarm() {
		if (this.alarm != null) {
			this.alarm.cancel();
		}
		Lease current = this.lease;
		if (current != null && this.timing != null) {
			long now = this.run.clock().now().nanos();
			long late = current.acknowledged().nanosPlus(this.timing.suspectAfter()) - now;
			long due = (late > 0) ? late : current.deadline().nanos() - now;
			this.alarm = this.run.after(Duration.ofNanos(Math.max(0, due)), this::setAlarmAgain);
		}
	}

	private void setAlarmAgain() {
		Lease current = this.lease;
		if (current != null && !current.deadline().isPast(this.run.clock().now().nanos())) {
			setAlarm();
		}
	}

	private void forget() {
		this.lease = null;
		this.asked = null;
		if (this.next != null) {
			this.next.cancel();
		}
		if (this.alarm != null) {
			this.alarm.cancel();
		}
	}

	private void noteFailure(Object outcome) {
		this.members.forEach((driver) -> driver.noteFailure(outcome));
	}

	private void tell(Input input) {
		List.copyOf(this.members).forEach((driver) -> driver.feed(input));
	}

}
