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

/**
 * Event published once per term on the instance that begins to lead. The token is bound
 * to the listeners' thread, so work may start in a listener.
 */
public class LeaderGrantedEvent extends LeaderElectionEvent {

	private final transient Leadership leadership;

	public LeaderGrantedEvent(LeaderElection source, Leadership leadership, Instant at) {
		super(source, at);
		this.leadership = leadership;
	}

	/**
	 * Return the term that was granted.
	 * @return the leadership
	 */
	public Leadership getLeadership() {
		return this.leadership;
	}

	/**
	 * Return the token of the term that was granted.
	 * @return the fencing token
	 */
	public FencingToken getToken() {
		return this.leadership.token();
	}

}
