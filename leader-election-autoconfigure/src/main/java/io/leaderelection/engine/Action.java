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

import io.leaderelection.ControlResult;
import io.leaderelection.FencingToken;
import io.leaderelection.LeaderState;
import io.leaderelection.Revocation;
import io.leaderelection.SuspicionCause;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.Session;
import org.jspecify.annotations.Nullable;

/**
 * Action that the state machine of one election asks for. They are carried out in order,
 * after the new state has become visible.
 */
sealed interface Action {

	/**
	 * Read the election linearizably.
	 */
	record Read() implements Action {
	}

	/**
	 * Try to win a term.
	 *
	 * @param attempt the attempt
	 */
	record Campaign(Attempt attempt) implements Action {
	}

	/**
	 * Raise the fences.
	 *
	 * @param token the token to raise them to
	 * @param lineage the identity of the coordinator's data
	 */
	record Seal(FencingToken token, String lineage) implements Action {
	}

	/**
	 * Give a term up and raise the term counter.
	 *
	 * @param record the record of the term
	 * @param floor the term to raise to
	 */
	record Raise(LeaderRecord record, long floor) implements Action {
	}

	/**
	 * Name a successor.
	 *
	 * @param record the record of the term held
	 * @param target the successor
	 * @param order the order
	 */
	record Nominate(LeaderRecord record, String target, Order order) implements Action {
	}

	/**
	 * Delete an own leader record.
	 *
	 * @param release the release
	 */
	record Delete(Release release) implements Action {
	}

	/**
	 * Enter or leave the candidates.
	 *
	 * @param session the session
	 * @param listed whether to enter
	 */
	record Enlist(Session session, boolean listed) implements Action {
	}

	/**
	 * Give the lease up and open another one.
	 *
	 * @param session the session of the lease
	 * @param detail why
	 */
	record ReplaceLease(Session session, String detail) implements Action {
	}

	/**
	 * Wait for the work in flight.
	 *
	 * @param token the token of the term
	 */
	record Drain(FencingToken token) implements Action {
	}

	/**
	 * Interrupt the work that asked for it.
	 *
	 * @param token the token of the term
	 */
	record Interrupt(FencingToken token) implements Action {
	}

	/**
	 * Start a timer, instead of one of the same kind.
	 *
	 * @param timer the timer
	 * @param delay the shortest delay
	 * @param jitter the longest random addition
	 */
	record Schedule(Timer timer, Duration delay, Duration jitter) implements Action {
	}

	/**
	 * Cancel a timer.
	 *
	 * @param timer the timer
	 */
	record Cancel(Timer timer) implements Action {
	}

	/**
	 * Note a change of the state that users see.
	 *
	 * @param from the state before
	 * @param to the state after
	 * @param token the token of the term concerned, or {@code null}
	 * @param reason a short stable word
	 * @param detail a sentence for people
	 */
	record Note(LeaderState from, LeaderState to, @Nullable FencingToken token, String reason,
			String detail) implements Action {
	}

	/**
	 * Tell operators loudly.
	 *
	 * @param detail what is wrong and how to mend it
	 */
	record Complain(String detail) implements Action {
	}

	/**
	 * Answer an order.
	 *
	 * @param order the number of the order
	 * @param status what became of it
	 * @param term the term concerned, or zero
	 * @param detail a sentence for people
	 */
	record Answer(long order, ControlResult.Status status, long term, String detail) implements Action {
	}

	/**
	 * Publish that a term was granted.
	 *
	 * @param record the record of the grant
	 */
	record PublishGranted(LeaderRecord record) implements Action {
	}

	/**
	 * Publish that a term ended.
	 *
	 * @param revocation the end
	 */
	record PublishRevoked(Revocation revocation) implements Action {
	}

	/**
	 * Publish that the grant is in doubt.
	 *
	 * @param token the token of the term
	 * @param cause the cause
	 */
	record PublishSuspected(FencingToken token, SuspicionCause cause) implements Action {
	}

	/**
	 * Publish that a doubt was dispelled.
	 *
	 * @param token the token of the term
	 */
	record PublishConfirmed(FencingToken token) implements Action {
	}

	/**
	 * Publish that another leader is observed.
	 *
	 * @param previous the leader before, or {@code null}
	 * @param current the leader now, or {@code null}
	 */
	record PublishChanged(@Nullable LeaderRecord previous, @Nullable LeaderRecord current) implements Action {
	}

}
