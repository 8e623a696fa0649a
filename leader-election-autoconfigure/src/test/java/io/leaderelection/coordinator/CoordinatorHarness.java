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

package io.leaderelection.coordinator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Coordinator under test with the server behind it: what the contract has to do to them,
 * and how time passes for them. Each test has a harness with an empty namespace of its
 * own.
 */
public abstract class CoordinatorHarness implements AutoCloseable {

	private static final Duration LONGEST_CALL = Duration.ofSeconds(10);

	private final List<Coordinator> clients = new ArrayList<>();

	private int candidates;

	/**
	 * Create a client with a connection of its own to the one server and namespace of
	 * this harness. Its calls have deadlines of at most half of {@link #ttl()}.
	 * @return the client, which the harness closes
	 */
	protected abstract Coordinator createClient();

	/**
	 * Return the shortest time-to-live that the server grants exactly as asked for.
	 * @return the time-to-live
	 */
	protected abstract Duration ttl();

	/**
	 * Return how much longer than its time-to-live a session may live that nobody renews.
	 * @return the granularity of expiry
	 */
	protected abstract Duration expiryGranularity();

	/**
	 * Let time pass.
	 * @param duration how long
	 */
	protected abstract void pass(Duration duration);

	/**
	 * Let time pass until the condition holds, looking at it every few milliseconds.
	 * @param atMost how long at most
	 * @param condition the condition
	 * @throws AssertionError if the condition did not hold in time
	 */
	protected abstract void passUntil(Duration atMost, BooleanSupplier condition);

	/**
	 * Kill the server, start it again with what it had stored, and wait until it answers.
	 */
	protected abstract void restartServer();

	/**
	 * Take a snapshot of the server.
	 * @return the action that stops the server, starts it again from the snapshot, and
	 * waits until it answers
	 */
	protected abstract Runnable takeSnapshot();

	/**
	 * Disturb the connection of a client from now on.
	 * @param client the client
	 * @param disturbance how
	 */
	protected abstract void disturb(Coordinator client, Disturbance disturbance);

	/**
	 * End the disturbance of a client's connection.
	 * @param client the client
	 */
	protected abstract void recover(Coordinator client);

	/**
	 * Damage the store: set the term counter of an election and nothing else.
	 * @param election the name of the election
	 * @param term the term to store
	 */
	protected abstract void overwriteTerm(String election, long term);

	@Override
	public void close() {
		this.clients.forEach(Coordinator::close);
	}

	final Coordinator newClient() {
		Coordinator client = createClient();
		this.clients.add(client);
		return client;
	}

	/**
	 * Create a candidate with a client and an open session of its own.
	 */
	final Candidate newCandidate() {
		this.candidates++;
		return new Candidate(this, newClient(), "instance-" + this.candidates);
	}

	/**
	 * Wait for an outcome.
	 */
	final <O> O await(CompletionStage<O> stage) {
		CompletableFuture<O> future = stage.toCompletableFuture();
		if (!future.isDone()) {
			passUntil(LONGEST_CALL, future::isDone);
		}
		return future.join();
	}

	/**
	 * Wait for an outcome of the given type.
	 */
	final <O> O await(CompletionStage<? super O> stage, Class<O> expected) {
		Object outcome = await(stage);
		assertThat(outcome).isInstanceOf(expected);
		return expected.cast(outcome);
	}

	/**
	 * Return the time within which a session ends that nobody renews.
	 */
	final Duration longestLife() {
		return ttl().plus(expiryGranularity());
	}

	/**
	 * Ways of disturbing a connection.
	 */
	public enum Disturbance {

		/**
		 * The connection breaks, and the client is refused when it connects again.
		 */
		CUT,

		/**
		 * Nothing arrives, neither here nor there, without any sign.
		 */
		SILENCE,

		/**
		 * What the client sends arrives and is applied; no answer comes back, not even
		 * later.
		 */
		LOST_ANSWERS,

		/**
		 * What the client sends is held back and arrives when the disturbance ends,
		 * though the client has given up.
		 */
		HELD_REQUESTS

	}

}
