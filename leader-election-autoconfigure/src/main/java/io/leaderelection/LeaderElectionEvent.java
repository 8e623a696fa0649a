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

import org.springframework.context.ApplicationEvent;

/**
 * Base of the events of an election. Events of one election are published in order, on a
 * thread of their own; a slow or throwing listener delays no renewal. The state of the
 * election was flipped before the event is published.
 */
public abstract class LeaderElectionEvent extends ApplicationEvent {

	private final Instant at;

	protected LeaderElectionEvent(LeaderElection source, Instant at) {
		super(source);
		this.at = at;
	}

	/**
	 * Return the election that the event belongs to.
	 * @return the election
	 */
	public LeaderElection getElection() {
		return (LeaderElection) getSource();
	}

	/**
	 * Return when the event came about, by this instance's wall clock.
	 * @return the time
	 */
	public Instant getAt() {
		return this.at;
	}

	@Override
	public String toString() {
		return getClass().getSimpleName() + "[election=" + getElection().name() + "]";
	}

}
