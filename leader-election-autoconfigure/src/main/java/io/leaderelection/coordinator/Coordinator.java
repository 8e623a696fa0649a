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
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import io.leaderelection.ControlRequest;
import io.leaderelection.RevocationReason;

/**
 * Service with linearizable compare-and-set, leases and watches that keeps the leader
 * records of one namespace.
 * <p>
 * No method blocks. Every returned stage completes within the deadline that the
 * implementation was configured with, on a thread of the coordinator's choice, and always
 * normally: whatever goes wrong is an outcome. {@link Unknown} says that a change may
 * have been applied, may still be applied later, or may never be; {@link Refused} says
 * that it was definitely not applied and never will be. {@link Restored} says that the
 * service lost part of its past, so that everything known of it is void.
 */
public interface Coordinator extends AutoCloseable {

	/**
	 * Number of latest terms that the history of an election keeps.
	 */
	int HISTORY_LIMIT = 100;

	/**
	 * Return the kind of coordinator.
	 * @return {@code etcd}, {@code jdbc} or {@code memory}
	 */
	String type();

	/**
	 * Read the identity of the namespace's data, which is created by the first caller.
	 * @return the outcome
	 */
	CompletionStage<LineageOutcome> lineage();

	/**
	 * Open a session, which the coordinator ends when it was not renewed for its
	 * time-to-live. The records put under a session vanish with it.
	 * @param request who opens it, for how long
	 * @return the outcome
	 */
	CompletionStage<SessionOutcome> open(SessionRequest request);

	/**
	 * Renew a session once.
	 * @param session the session
	 * @return the outcome
	 */
	CompletionStage<RenewalOutcome> renew(Session session);

	/**
	 * End a session and with it every record under it. Ending a session that is gone is
	 * {@link Done}.
	 * @param session the session
	 * @return the outcome
	 */
	CompletionStage<ChangeOutcome> close(Session session);

	/**
	 * Announce the session's instance as a candidate. Idempotent.
	 * @param session the session
	 * @param election the name of the election
	 * @param metadata what the instance tells about itself
	 * @return the outcome; {@link SessionGone} if the session ended
	 */
	CompletionStage<ChangeOutcome> enlist(Session session, String election, Map<String, String> metadata);

	/**
	 * Withdraw the session's instance as a candidate, unless it was announced again under
	 * another session. Idempotent.
	 * @param session the session
	 * @param election the name of the election
	 * @return the outcome
	 */
	CompletionStage<ChangeOutcome> delist(Session session, String election);

	/**
	 * Try to win the next term by one linearizable transaction.
	 * @param campaign the attempt
	 * @return the outcome
	 */
	CompletionStage<CampaignOutcome> campaign(Campaign campaign);

	/**
	 * Read an election linearizably.
	 * @param election the name of the election
	 * @return the outcome
	 */
	CompletionStage<ReadOutcome> read(String election);

	/**
	 * Delete a leader record that has the given version and grant, without any entry in
	 * the history: the clean-up of an abandoned campaign. Idempotent: {@link Conflict}
	 * says that no such record exists.
	 * @param record the record to delete
	 * @return the outcome
	 */
	CompletionStage<ChangeOutcome> discard(LeaderRecord record);

	/**
	 * End a term: delete the leader record if it still has the version and grant given,
	 * and note the end in the history. Idempotent: {@link Conflict} says that the record
	 * is not there any more.
	 * @param record the record of the term held
	 * @param reason why the term ends
	 * @param request who ends it and why
	 * @return the outcome
	 */
	CompletionStage<ChangeOutcome> resign(LeaderRecord record, RevocationReason reason, ControlRequest request);

	/**
	 * Name a successor, if the given record is the leader's and the target is a
	 * candidate.
	 * @param record the record of the term held
	 * @param target the identity of the instance that is to follow
	 * @return the outcome; {@link Conflict} says that nothing changed
	 */
	CompletionStage<ChangeOutcome> nominate(LeaderRecord record, String target);

	/**
	 * Pause an election: delete the leader record, burn a term and forbid campaigns, all
	 * in one transaction. Pausing a paused election burns nothing.
	 * @param election the name of the election
	 * @param request who orders it and why
	 * @return the outcome
	 */
	CompletionStage<ControlOutcome> pause(String election, ControlRequest request);

	/**
	 * Allow campaigns again.
	 * @param election the name of the election
	 * @param request who orders it and why
	 * @return the outcome; {@link Conflict} says that the election was not paused
	 */
	CompletionStage<ChangeOutcome> resume(String election, ControlRequest request);

	/**
	 * Force the leader out and burn a term, if the current term is the one expected.
	 * @param election the name of the election
	 * @param expectedTerm the term that the operator saw
	 * @param request who orders it and why
	 * @return the outcome; {@link Conflict} says that nothing changed
	 */
	CompletionStage<ControlOutcome> release(String election, long expectedTerm, ControlRequest request);

	/**
	 * Raise the term to the given floor, which is burned, and force out a leader if there
	 * is one, if the current term is the one expected.
	 * @param election the name of the election
	 * @param expectedTerm the term that the operator saw
	 * @param floor the term to raise to; see {@link TermRecord#isPermittedRaise}
	 * @param request who orders it and why
	 * @return the outcome; {@link Conflict} says that nothing changed
	 */
	CompletionStage<ControlOutcome> raiseTerm(String election, long expectedTerm, long floor, ControlRequest request);

	/**
	 * Give the term held up and raise the election's term to the given floor, in one
	 * transaction, if leader and term are still those of the record. Used when a fence
	 * remembers a higher term than the coordinator.
	 * @param record the record of the term held
	 * @param floor the term to raise to; larger than the record's
	 * @param request who raises it and why
	 * @return the outcome; {@link Conflict} says that nothing changed
	 */
	CompletionStage<ChangeOutcome> raise(LeaderRecord record, long floor, ControlRequest request);

	/**
	 * Read the latest terms of an election.
	 * @param election the name of the election
	 * @param limit how many entries at most
	 * @return the entries, latest first, or how the read failed
	 */
	CompletionStage<HistoryOutcome> history(String election, int limit);

	/**
	 * Observe every election of the namespace. The coordinator lists everything first,
	 * then follows changes, and lists again after each disruption and from time to time.
	 * A watch only speeds things up: events may be late or lost, never invented.
	 * @param listener the receiver, called on the coordinator's threads, one event at a
	 * time
	 * @return the subscription, to be closed
	 */
	Subscription watch(Consumer<WatchEvent> listener);

	/**
	 * Return what is known of the service itself, without asking it.
	 * @return the status
	 */
	CoordinatorStatus status();

	/**
	 * Ask the service how it is, each of its members by itself.
	 * @param limit how long to wait for answers
	 * @return the state, which is there at the latest a moment after the limit, whatever
	 * the service does
	 */
	CompletionStage<ClusterStatus> inspect(Duration limit);

	/**
	 * Release the connection. Sessions are not ended. Calls in flight complete as
	 * {@link Unknown}.
	 */
	@Override
	void close();

}
