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
import java.util.Set;

import io.leaderelection.ControlRequest;
import io.leaderelection.FencingToken;
import io.leaderelection.RevocationReason;
import io.leaderelection.SuspicionCause;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.Session;
import io.leaderelection.spi.SealOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Input of the state machine of one election.
 */
sealed interface Input {

	/**
	 * The engine starts.
	 */
	record Start() implements Input {
	}

	/**
	 * The engine stops: a term is given up in good order.
	 *
	 * @param request who stops it and why
	 */
	record Stop(ControlRequest request) implements Input {
	}

	/**
	 * The time to stop in good order is over.
	 */
	record Halt() implements Input {
	}

	/**
	 * The coordinator's data was identified.
	 *
	 * @param lineage the identity
	 */
	record LineageKnown(String lineage) implements Input {
	}

	/**
	 * A lease was opened.
	 *
	 * @param lease the lease
	 */
	record LeaseOpened(Lease lease) implements Input {
	}

	/**
	 * The lease was renewed.
	 *
	 * @param lease the lease
	 * @param sent when the renewal was sent
	 * @param held the grants kept under it, or {@code null} if that is not known
	 */
	record LeaseRenewed(Lease lease, Moment sent, @Nullable Set<FencingToken> held) implements Input {
	}

	/**
	 * The lease is over.
	 *
	 * @param reason whether it expired or is gone
	 * @param detail the evidence
	 */
	record LeaseLost(RevocationReason reason, String detail) implements Input {
	}

	/**
	 * There is doubt about the lease.
	 *
	 * @param cause the cause
	 */
	record Suspect(SuspicionCause cause) implements Input {
	}

	/**
	 * The coordinator lost part of its past.
	 *
	 * @param detail the evidence
	 */
	record Restored(String detail) implements Input {
	}

	/**
	 * The election was seen in the coordinator.
	 *
	 * @param view the state
	 * @param sent when the read was sent, or {@code null} if the watch tells
	 */
	record Observed(ElectionView view, @Nullable Moment sent) implements Input {
	}

	/**
	 * The watch heard, before it saw it, that a term has ended and nobody leads.
	 *
	 * @param term the term that has ended
	 */
	record Vacated(long term) implements Input {
	}

	/**
	 * The watch was disrupted or silent for too long.
	 *
	 * @param detail what was seen
	 */
	record WatchSilent(String detail) implements Input {
	}

	/**
	 * The election is likely to have changed.
	 */
	record Refresh() implements Input {
	}

	/**
	 * A read failed.
	 *
	 * @param sent when it was sent
	 * @param detail how it failed
	 */
	record ReadFailed(Moment sent, String detail) implements Input {
	}

	/**
	 * An attempt was answered.
	 *
	 * @param attempt the attempt
	 * @param outcome the outcome
	 */
	record CampaignAnswered(Attempt attempt, CampaignOutcome outcome) implements Input {
	}

	/**
	 * The fences answered.
	 *
	 * @param token the token to which they were to be raised
	 * @param outcome the outcome
	 */
	record SealAnswered(FencingToken token, SealOutcome outcome) implements Input {
	}

	/**
	 * A fence was found that does not stand at the token any more.
	 *
	 * @param token the token
	 */
	record Unsealed(FencingToken token) implements Input {
	}

	/**
	 * Raising the term counter was answered.
	 *
	 * @param record the record whose term was to be given up for it
	 * @param outcome the outcome
	 */
	record RaiseAnswered(LeaderRecord record, ChangeOutcome outcome) implements Input {
	}

	/**
	 * A release was answered.
	 *
	 * @param record the record that was to be deleted
	 * @param outcome the outcome
	 */
	record ReleaseAnswered(LeaderRecord record, ChangeOutcome outcome) implements Input {
	}

	/**
	 * A change of the entry among the candidates was answered.
	 *
	 * @param session the session
	 * @param listed whether to enter or to leave
	 * @param outcome the outcome
	 */
	record EnlistAnswered(Session session, boolean listed, ChangeOutcome outcome) implements Input {
	}

	/**
	 * A nomination was answered.
	 *
	 * @param record the record of the term held
	 * @param target the successor
	 * @param order the order
	 * @param outcome the outcome
	 */
	record NominateAnswered(LeaderRecord record, String target, Order order, ChangeOutcome outcome) implements Input {
	}

	/**
	 * No work of the term is in flight any more.
	 *
	 * @param token the token of the term
	 */
	record Drained(FencingToken token) implements Input {
	}

	/**
	 * The listeners of the revocation have returned.
	 *
	 * @param token the token of the term
	 */
	record RevocationDelivered(FencingToken token) implements Input {
	}

	/**
	 * The leadership is to be given up.
	 *
	 * @param order the order
	 * @param coolDown how long others may try
	 */
	record Resign(Order order, Duration coolDown) implements Input {
	}

	/**
	 * The leadership is to be handed over.
	 *
	 * @param order the order
	 * @param target the successor
	 */
	record Transfer(Order order, String target) implements Input {
	}

	/**
	 * It was judged whether this instance can do the work.
	 *
	 * @param reasonAgainst the reason against, or {@code null}
	 */
	record Judged(@Nullable String reasonAgainst) implements Input {
	}

	/**
	 * A timer fired.
	 *
	 * @param timer the timer
	 */
	record TimerFired(Timer timer) implements Input {
	}

}
