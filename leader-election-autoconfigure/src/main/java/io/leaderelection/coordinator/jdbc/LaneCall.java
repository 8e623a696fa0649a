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

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.leaderelection.coordinator.EventLoop.Cancellable;

/**
 * Call in a {@link ConnectionLane}, from when it was submitted until it is answered or
 * given up.
 *
 * @param <T> the type of the answer
 */
final class LaneCall<T> {

	private static final Duration MAX_RESERVE = Duration.ofMillis(50);

	// A share, so that a call which did not wait is made however short its timeout is.
	private static final int RESERVE_SHARE = 10;

	private static final int GRACE_SHARE = 4;

	private final Work<T> work;

	private final boolean repeatable;

	private final Duration timeout;

	private final long deadline;

	private final CompletableFuture<T> answer = new CompletableFuture<>();

	// Used on the thread of the lane only.
	private boolean made;

	/**
	 * Create a call.
	 * @param work what is to be done
	 * @param repeatable whether doing it twice is as good as doing it once
	 * @param now the time by the monotonic clock
	 * @param timeout when it is given up
	 */
	LaneCall(Work<T> work, boolean repeatable, long now, Duration timeout) {
		this.work = work;
		this.repeatable = repeatable;
		this.timeout = timeout;
		this.deadline = now + timeout.toNanos();
	}

	CompletableFuture<T> answer() {
		return this.answer;
	}

	boolean isOver() {
		return this.answer.isDone();
	}

	boolean isRepeatable() {
		return this.repeatable;
	}

	/**
	 * Return whether so little time is left that the answer would hardly arrive in time:
	 * a tenth of the timeout, at most 50 ms, which is more than a script takes and less
	 * than a new connection.
	 * @param now the time by the monotonic clock
	 * @return whether the call is not worth being made any more
	 */
	boolean isTooLate(long now) {
		return this.deadline - now < reserveNanos();
	}

	/**
	 * Return how long the connection may take for the call: a little longer than what is
	 * left, so that the call is given up before its connection, but a quarter of the
	 * timeout at least. A call that waited long is given up by then, but the connection
	 * is not to be lost for it.
	 * @param now the time by the monotonic clock
	 * @return the time in milliseconds
	 */
	int limitMillis(long now) {
		long limit = Math.max(this.deadline - now + reserveNanos(), this.timeout.toNanos() / GRACE_SHARE);
		return (int) Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(limit) + 1);
	}

	private long reserveNanos() {
		return Math.min(this.timeout.toNanos() / RESERVE_SHARE, MAX_RESERVE.toNanos());
	}

	/**
	 * Give the call up, as it is too late. Says that it was not sent if that is certain.
	 */
	void giveUpLate() {
		String fate = this.made ? "was lost with its connection and not repeated" : "was not sent to the database";
		fail(new UnansweredException(
				"The call %s, as hardly any of its %d ms were left".formatted(fate, this.timeout.toMillis())));
	}

	/**
	 * Do the work.
	 * @param session the connection
	 * @throws SQLException if it failed, which leaves the call open
	 */
	void perform(DatabaseSession session) throws SQLException {
		this.made = true;
		this.answer.complete(this.work.perform(session));
	}

	void fail(Throwable failure) {
		this.answer.completeExceptionally(failure);
	}

	/**
	 * Cancel the timer that would give the call up once the call is over.
	 * @param timer the timer
	 */
	void timedBy(Cancellable timer) {
		CompletionStage<T> end = this.answer;
		end.whenComplete((answered, failure) -> timer.cancel());
	}

	/**
	 * What is to be done with a connection.
	 *
	 * @param <T> the type of the answer
	 */
	@FunctionalInterface
	interface Work<T> {

		T perform(DatabaseSession session) throws SQLException;

	}

}
