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

import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.TermRecord;

/**
 * Attempt to win the next term.
 *
 * @param grantId the nonce of the attempt
 * @param session the session that it is made under
 * @param known the term counter that it starts from
 */
record Attempt(String grantId, Session session, TermRecord known) {

	boolean isOwn(LeaderRecord record) {
		return record.grantId().equals(this.grantId) && record.sessionId().equals(this.session.id());
	}

	/**
	 * Return whether the attempt may still be applied: it compares the counter's version,
	 * so it is dead once that has changed.
	 * @param term the counter as read
	 * @return whether a late commit is possible
	 */
	boolean mayStillCommit(TermRecord term) {
		return term.version() == this.known.version();
	}

}
