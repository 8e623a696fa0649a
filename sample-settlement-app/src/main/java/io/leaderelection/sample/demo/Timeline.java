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

package io.leaderelection.sample.demo;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Events of all workers, in the order in which they are read.
 */
class Timeline {

	private final List<Expectation> expectations = new CopyOnWriteArrayList<>();

	private final List<Consumer<WorkerEvent>> listeners = new CopyOnWriteArrayList<>();

	private final Leash leash;

	Timeline(Leash leash) {
		this.leash = leash;
	}

	void addListener(Consumer<WorkerEvent> listener) {
		this.listeners.add(listener);
	}

	void add(WorkerEvent event) {
		this.listeners.forEach((listener) -> listener.accept(event));
		for (Expectation expectation : this.expectations) {
			if (expectation.condition().test(event)) {
				expectation.met().complete(event);
			}
		}
	}

	/**
	 * Expect an event that is still to come.
	 * @param what the event in words
	 * @param condition which event it is
	 * @return the expectation
	 */
	Expectation expect(String what, Predicate<WorkerEvent> condition) {
		Expectation expectation = new Expectation(what, condition, new CompletableFuture<>());
		this.expectations.add(expectation);
		return expectation;
	}

	/**
	 * Wait for an expected event.
	 * @param expectation the expectation
	 * @param patience the longest time to wait
	 * @return the event
	 * @throws DrillFailedException if it did not come
	 */
	WorkerEvent await(Expectation expectation, Duration patience) {
		long deadline = System.nanoTime() + patience.toNanos();
		while (!expectation.met().isDone()) {
			if (System.nanoTime() - deadline > 0) {
				throw new DrillFailedException(
						"Within " + Console.show(patience) + ", " + expectation.what() + " did not happen");
			}
			this.leash.pause(Duration.ofMillis(5));
		}
		this.expectations.remove(expectation);
		return expectation.met().join();
	}

	/**
	 * Event that is waited for.
	 *
	 * @param what the event in words
	 * @param condition which event it is
	 * @param met completed by the first such event
	 */
	record Expectation(String what, Predicate<WorkerEvent> condition, CompletableFuture<WorkerEvent> met) {

	}

}
