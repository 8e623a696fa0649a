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

package io.leaderelection.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import io.leaderelection.HoldBack;
import io.leaderelection.LeaderState;
import org.jspecify.annotations.Nullable;

/**
 * Description of an election as one instance sees it.
 *
 * @param name the name of the election
 * @param state the state of the describing instance
 * @param suspected whether that instance cannot tell if its grant still holds
 * @param term the last term that was handed out or burned, zero if none is known
 * @param leader the leader, or {@code null} if nobody is known to lead
 * @param remaining the time until the local deadline, in whole milliseconds, or
 * {@code null} if the describing instance holds no term
 * @param holdBack why that instance does not campaign, or {@code null}
 * @param paused who paused the election and why, or {@code null}
 * @param successor the instance that is to follow by an order, or {@code null}
 * @param candidates what each candidate tells about itself, by its identity
 * @param lastRevocation the end of the last term that is over, or {@code null}
 * @param lastError the last error that the describing instance met, or {@code null}
 * @param seen when the describing instance last learnt something new from the
 * coordinator, or {@code null}
 */
public record ElectionDescription(String name, LeaderState state, boolean suspected, long term,
		@Nullable LeaderDescription leader, @Nullable Duration remaining, @Nullable HoldBackDescription holdBack,
		@Nullable PauseDescription paused, @Nullable String successor, Map<String, Map<String, String>> candidates,
		@Nullable RevocationDescription lastRevocation, @Nullable String lastError, @Nullable Instant seen) {

	public ElectionDescription {
		candidates = Collections.unmodifiableMap(new LinkedHashMap<>(candidates));
	}

	/**
	 * Return this description without the one thing that changes while nothing happens,
	 * so that two can be compared.
	 * @return the description, whose {@code remaining} is {@code null}
	 */
	public ElectionDescription withoutRemaining() {
		return new ElectionDescription(this.name, this.state, this.suspected, this.term, this.leader, null,
				this.holdBack, this.paused, this.successor, this.candidates, this.lastRevocation, this.lastError,
				this.seen);
	}

	/**
	 * Description of the leader.
	 *
	 * @param instance the identity of the leading instance
	 * @param self whether that is the describing instance
	 * @param term the term
	 * @param since when the term was won, by the winner's wall clock
	 * @param metadata what the leading instance tells about itself
	 */
	public record LeaderDescription(String instance, boolean self, long term, Instant since,
			Map<String, String> metadata) {

		public LeaderDescription {
			metadata = Map.copyOf(metadata);
		}

	}

	/**
	 * Description of why an instance does not campaign.
	 *
	 * @param reason the kind of reason
	 * @param detail the reason in words, or {@code null}
	 */
	public record HoldBackDescription(HoldBack reason, @Nullable String detail) {

	}

	/**
	 * Description of a pause.
	 *
	 * @param by who paused the election
	 * @param reason why
	 * @param since when
	 * @param term the term that the pause burned
	 */
	public record PauseDescription(String by, String reason, Instant since, long term) {

	}

	/**
	 * Description of the end of a term.
	 *
	 * @param term the term
	 * @param instance the instance that held it
	 * @param reason why it ended; {@code LOST} if nobody noted an end, as when an
	 * instance died or was cut off
	 * @param detail a sentence for people, or {@code null}; of an ordered end, the reason
	 * that was given
	 * @param by who ordered the end, or {@code null}
	 * @param at when it ended, or {@code null} if that is not known
	 */
	public record RevocationDescription(long term, @Nullable String instance, String reason, @Nullable String detail,
			@Nullable String by, @Nullable Instant at) {

	}

}
