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

package io.leaderelection.coordinator.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import io.leaderelection.ControlRequest;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.TermRecord;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Scripts of a change of the leader, run on a namespace that does not exist. A process
 * may wait for months for its first term; it and its connection have then loaded what
 * they need.
 */
final class ScriptRehearsal {

	private static final Log logger = LogFactory.getLog(ScriptRehearsal.class);

	// No name of a namespace, which has no such characters.
	private static final String NAME = "<rehearsal>";

	private final JdbcStore store;

	ScriptRehearsal(JdbcStore store) {
		this.store = store;
	}

	/**
	 * Run the scripts, one after the other, behind the calls that wait already.
	 * @return whether all could be run
	 */
	CompletionStage<Boolean> run() {
		Session session = new Session(NAME, NAME, Duration.ofSeconds(1));
		LeaderRecord record = new LeaderRecord(NAME, 1, NAME, NAME, NAME, 1, Instant.EPOCH, Map.of());
		return Stream
			.of(Sessions.sweeping(),
					Campaigns.exchange(new Campaign(NAME, session, NAME, TermRecord.NONE, Instant.EPOCH, Map.of())),
					Holdings.resignation(record, RevocationReason.RESIGNED, new ControlRequest(NAME, NAME),
							Instant.EPOCH),
					Sessions.ending(session))
			.map(this::rehearse)
			.reduce(CompletableFuture.completedFuture(true), (all, one) -> all.thenCombine(one, Boolean::logicalAnd));
	}

	private CompletableFuture<Boolean> rehearse(Exchange<?> exchange) {
		return this.store.rehearse(NAME, exchange).exceptionally((failure) -> {
			logger.debug("A change of the leader was not rehearsed: " + Failures.describe(failure));
			return false;
		});
	}

}
