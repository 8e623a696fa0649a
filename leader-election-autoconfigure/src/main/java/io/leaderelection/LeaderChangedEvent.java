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

package io.leaderelection;

import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Event published on every instance when the leader that it observes changes.
 */
public class LeaderChangedEvent extends LeaderElectionEvent {

	private final transient @Nullable ObservedLeader previous;

	private final transient @Nullable ObservedLeader current;

	public LeaderChangedEvent(LeaderElection source, @Nullable ObservedLeader previous,
			@Nullable ObservedLeader current, Instant at) {
		super(source, at);
		this.previous = previous;
		this.current = current;
	}

	/**
	 * Return the leader observed before.
	 * @return the leader, or empty if there was none
	 */
	public Optional<ObservedLeader> getPrevious() {
		return Optional.ofNullable(this.previous);
	}

	/**
	 * Return the leader observed now.
	 * @return the leader, or empty if there is none
	 */
	public Optional<ObservedLeader> getCurrent() {
		return Optional.ofNullable(this.current);
	}

}
