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

package io.leaderelection.context;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.FencingToken;

/**
 * Guarded work in flight, by the token of its term: threads inside a guarded call,
 * asynchronous results that are not complete, components that run with the leadership.
 * All methods may be called from any thread and return at once.
 */
public final class CallsInFlight {

	private final Map<FencingToken, Term> terms = new ConcurrentHashMap<>();

	/**
	 * Count a piece of work as in flight until it is closed.
	 * @param token the token of the term that the work belongs to
	 * @param endOfTerm what the work does when its term ends
	 * @return the piece of work
	 */
	public Work begin(FencingToken token, EndOfTerm endOfTerm) {
		Work work = new Work(token, endOfTerm);
		Term begun = this.terms.compute(token, (key, present) -> {
			Term term = (present != null) ? present : new Term();
			term.works.add(work);
			return term;
		});
		if (begun.ending) {
			endOfTerm.ending();
		}
		return work;
	}

	/**
	 * Tell the work of a term that the term is about to end, and wait for it.
	 * @param token the token of the term
	 * @return a stage that completes normally once no work of the term is in flight, on
	 * the thread that ended the last piece
	 */
	public CompletionStage<Void> drain(FencingToken token) {
		Term term = this.terms.get(token);
		if (term == null) {
			return CompletableFuture.completedFuture(null);
		}
		term.ending = true;
		List.copyOf(term.works).forEach((work) -> work.endOfTerm.ending());
		return term.drained.copy();
	}

	/**
	 * Tell the work of a term that the term is over.
	 * @param token the token of the term
	 */
	public void end(FencingToken token) {
		Term term = this.terms.get(token);
		if (term != null) {
			List.copyOf(term.works).forEach((work) -> work.endOfTerm.ended());
		}
	}

	/**
	 * Return how many pieces of work of a term are in flight.
	 * @param token the token of the term
	 * @return the number of pieces
	 */
	public int count(FencingToken token) {
		Term term = this.terms.get(token);
		return (term != null) ? term.works.size() : 0;
	}

	/**
	 * Reaction of a piece of work to the end of its term. Called on the thread that ends
	 * the term, which it must not delay.
	 */
	public interface EndOfTerm {

		/**
		 * Reaction of work that simply runs on.
		 */
		EndOfTerm NONE = new EndOfTerm() {
		};

		/**
		 * Take note that the term is about to end and waits for this work. May be told
		 * twice.
		 */
		default void ending() {
		}

		/**
		 * Take note that the term is over.
		 */
		default void ended() {
		}

	}

	/**
	 * Piece of work in flight.
	 */
	public final class Work implements AutoCloseable {

		private final FencingToken token;

		private final EndOfTerm endOfTerm;

		private Work(FencingToken token, EndOfTerm endOfTerm) {
			this.token = token;
			this.endOfTerm = endOfTerm;
		}

		/**
		 * End the work. Closing it again has no effect.
		 */
		@Override
		public void close() {
			Term term = CallsInFlight.this.terms.get(this.token);
			CallsInFlight.this.terms.computeIfPresent(this.token, (key, present) -> {
				present.works.remove(this);
				return present.works.isEmpty() ? null : present;
			});
			// A term that ran empty has left the map and gets no further work.
			if (term != null && term.works.isEmpty()) {
				term.drained.complete(null);
			}
		}

	}

	private static final class Term {

		private final Set<Work> works = ConcurrentHashMap.newKeySet();

		private final CompletableFuture<Void> drained = new CompletableFuture<>();

		private volatile boolean ending;

	}

}
