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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.leaderelection.coordinator.EventLoop.Cancellable;

/**
 * Call in a {@link ConnectionLane}, from when it was submitted until it is answered or
 * given up.
 *
 * @param <T> the type of the answer
 */
final class LaneCall<T> {

	private final Work<T> work;

	private final boolean repeatable;

	private final long deadline;

	private final CompletableFuture<T> answer = new CompletableFuture<>();

	/**
	 * Create a call.
	 * @param work what is to be done
	 * @param repeatable whether doing it twice is as good as doing it once
	 * @param deadline when it is given up, by the monotonic clock
	 */
	LaneCall(Work<T> work, boolean repeatable, long deadline) {
		this.work = work;
		this.repeatable = repeatable;
		this.deadline = deadline;
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

	long remainingNanos(long now) {
		return this.deadline - now;
	}

	/**
	 * Do the work.
	 * @param session the connection
	 * @throws SQLException if it failed, which leaves the call open
	 */
	void perform(DatabaseSession session) throws SQLException {
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
