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

package io.leaderelection.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;

import io.leaderelection.runs.Firing;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.CronExpression;

/**
 * Rule by which a method is due.
 */
sealed interface FiringSchedule {

	/**
	 * How much earlier than its time a firing may come, as timers and wall clock differ.
	 */
	Duration TOLERANCE = Duration.ofMillis(500);

	/**
	 * A firing that is remembered from further ahead than this comes from a clock that
	 * was wrong.
	 */
	Duration IMPLAUSIBLE = Duration.ofMinutes(1);

	/**
	 * Return when the method is due again.
	 * @param last the last firing
	 * @return the time, or {@code null} for never
	 */
	@Nullable Instant dueAfter(Firing last);

	/**
	 * Return the earliest time for a regular firing after another one.
	 * @param ran the last firing, which ran
	 * @param ended when it ended
	 * @return the time, or {@code null} for never
	 */
	@Nullable Instant earliestAfter(Firing ran, Instant ended);

	/**
	 * Return the time for which a firing that begins now is remembered.
	 * @param now the time
	 * @return the time that it is due at, as far as that is known
	 */
	default Instant nominal(Instant now) {
		return now;
	}

	/**
	 * Return whether a firing was missed.
	 * @param last the last firing
	 * @param now the time
	 * @return whether the method was due again
	 */
	default boolean isMissed(Firing last, Instant now) {
		Instant due = dueAfter(last);
		return due != null && !due.isAfter(now);
	}

	/**
	 * Return whether a regular firing is superfluous.
	 * @param last the last firing
	 * @param now the time
	 * @return whether the last one has served it
	 */
	default boolean isServed(Firing last, Instant now) {
		Instant ended = last.ended();
		if (ended == null || last.began().isAfter(now.plus(IMPLAUSIBLE))) {
			return false;
		}
		Instant earliest = earliestAfter(last, ended);
		return earliest == null || earliest.isAfter(now);
	}

	/**
	 * Schedule by a cron expression.
	 *
	 * @param expression the expression
	 * @param zone the time zone
	 */
	record Cron(CronExpression expression, ZoneId zone) implements FiringSchedule {

		@Override
		public @Nullable Instant dueAfter(Firing last) {
			return next(last.began());
		}

		@Override
		public @Nullable Instant earliestAfter(Firing ran, Instant ended) {
			Instant next = next(ran.began());
			return (next != null) ? next.minus(TOLERANCE) : null;
		}

		@Override
		public Instant nominal(Instant now) {
			Instant next = next(now);
			return (next != null && !next.isAfter(now.plus(TOLERANCE))) ? next : now;
		}

		private @Nullable Instant next(Instant after) {
			ZonedDateTime next = this.expression.next(after.atZone(this.zone));
			return (next != null) ? next.toInstant() : null;
		}

	}

	/**
	 * Schedule by the time between two beginnings.
	 *
	 * @param period the time
	 */
	record FixedRate(Duration period) implements FiringSchedule {

		@Override
		public Instant dueAfter(Firing last) {
			return last.began().plus(this.period);
		}

		@Override
		public Instant earliestAfter(Firing ran, Instant ended) {
			return ran.began().plus(this.period.dividedBy(2));
		}

	}

	/**
	 * Schedule by the time between an end and the next beginning.
	 *
	 * @param delay the time
	 */
	record FixedDelay(Duration delay) implements FiringSchedule {

		@Override
		public Instant dueAfter(Firing last) {
			Instant ended = last.ended();
			return ((ended != null) ? ended : last.began()).plus(this.delay);
		}

		@Override
		public Instant earliestAfter(Firing ran, Instant ended) {
			return ended.plus(this.delay.dividedBy(2));
		}

	}

}
