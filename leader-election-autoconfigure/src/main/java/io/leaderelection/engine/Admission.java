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

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.leaderelection.coordinator.EventLoop.Cancellable;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Room for the calls that an election can wait with: campaigns, entries among the
 * candidates and looks at the history. However many elections there are, few such calls
 * are under way at a time; the others begin in the order in which they were due, so that
 * the deadline of a call measures the coordinator and not a queue. What a held term
 * depends on, such as renewals, reads and releases, needs no room.
 */
final class Admission {

	private static final Log logger = LogFactory.getLog(Admission.class);

	private static final int ROOM = 32;

	private final EngineRun run;

	private final Queue<Waiting> waiting = new ArrayDeque<>();

	private final Set<Place> underWay = new HashSet<>();

	Admission(EngineRun run) {
		this.run = run;
	}

	boolean isOpen() {
		return this.underWay.size() < ROOM && this.waiting.isEmpty();
	}

	/**
	 * Run a task that may make a call: now if there is room, else when its turn comes.
	 * @param task the task
	 * @return the handle of the task
	 */
	Cancellable enter(Runnable task) {
		Waiting entry = new Waiting(task);
		this.waiting.add(entry);
		admit();
		return entry;
	}

	/**
	 * Return a call that takes room until the coordinator is done with it, which may be
	 * later than its deadline here, but at the latest for a time-to-live.
	 * @param call the call
	 * @param driver the driver of the election that it is made for
	 * @param <T> the type of the outcome
	 * @return the call
	 */
	<T> Supplier<CompletionStage<T>> takingRoom(Supplier<CompletionStage<T>> call, ElectionDriver driver) {
		return () -> {
			Place place = new Place(driver);
			try {
				CompletionStage<T> stage = call.get();
				stage.whenComplete(
						(outcome, failure) -> this.run.parts().loop().execute(() -> this.run.enter(place::leave)));
				return stage;
			}
			catch (RuntimeException ex) {
				place.leave();
				throw ex;
			}
		};
	}

	/**
	 * Count the calls under way no more, whatever becomes of them, because the engine
	 * stops: who leaves does not wait for a coordinator that left others unanswered.
	 */
	void vacate() {
		this.underWay.forEach((place) -> place.bound.cancel());
		this.underWay.clear();
		admit();
	}

	private void admit() {
		while (this.underWay.size() < ROOM) {
			Waiting next = this.waiting.poll();
			if (next == null) {
				return;
			}
			next.begin();
		}
	}

	/**
	 * Task until it begins.
	 */
	private static final class Waiting implements Cancellable {

		private @Nullable Runnable task;

		private Waiting(Runnable task) {
			this.task = task;
		}

		private void begin() {
			Runnable begun = this.task;
			this.task = null;
			if (begun == null) {
				return;
			}
			try {
				begun.run();
			}
			catch (RuntimeException ex) {
				logger.error("A call could not be made; those that wait for room go on", ex);
			}
		}

		@Override
		public void cancel() {
			this.task = null;
		}

	}

	/**
	 * Room that a call takes.
	 */
	private final class Place {

		private final Cancellable bound;

		private Place(ElectionDriver driver) {
			Admission.this.underWay.add(this);
			this.bound = Admission.this.run.after(driver.election().settings().ttl(), this::leave);
		}

		private void leave() {
			if (Admission.this.underWay.remove(this)) {
				this.bound.cancel();
				admit();
			}
		}

	}

}
