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

/**
 * Event of a {@link Coordinator#watch watch}.
 */
public sealed interface WatchEvent
		permits WatchEvent.Observed, WatchEvent.Vacated, WatchEvent.CaughtUp, WatchEvent.Silent, WatchEvent.Reset {

	/**
	 * The state of an election at a revision, after a change or a list. Views of one
	 * election never go back in revision until a {@link Reset}.
	 *
	 * @param view the state
	 */
	record Observed(ElectionView view) implements WatchEvent {

	}

	/**
	 * Hearsay that nobody leads an election since its latest term, ahead of the view that
	 * shows it, and that neither a pause nor a successor was ordered. Good for an attempt
	 * to win the next term, which the coordinator decides; proves nothing about the
	 * grants. A watch need not tell it.
	 *
	 * @param election the name of the election
	 * @param term the latest term, which has ended
	 */
	record Vacated(String election, long term) implements WatchEvent {

	}

	/**
	 * A list of everything was delivered by the events before; elections not among them
	 * have no records.
	 *
	 * @param revision the revision of the list
	 */
	record CaughtUp(long revision) implements WatchEvent {

	}

	/**
	 * The watch was disrupted or has been silent for longer than its heartbeat; it is
	 * being set up anew. Proves nothing about the grants, but calls for a read.
	 *
	 * @param detail what was seen
	 */
	record Silent(String detail) implements WatchEvent {

	}

	/**
	 * The coordinator lost part of its past: see {@link Restored}.
	 *
	 * @param detail the evidence
	 */
	record Reset(String detail) implements WatchEvent {

	}

}
