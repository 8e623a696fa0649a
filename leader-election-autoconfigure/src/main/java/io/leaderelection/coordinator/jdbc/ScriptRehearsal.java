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
import java.util.List;
import java.util.Map;

import io.leaderelection.ControlRequest;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.TermRecord;

/**
 * Scripts of a change of the leader, composed and thrown away. A process may wait for
 * months for its first term; it has then loaded what it needs.
 */
final class ScriptRehearsal implements Runnable {

	private static final String NAME = "rehearsal";

	@Override
	public void run() {
		Session session = new Session(NAME, NAME, Duration.ofSeconds(1));
		LeaderRecord record = new LeaderRecord(NAME, 1, NAME, NAME, NAME, 1, Instant.EPOCH, Map.of());
		List<Exchange<?>> exchanges = List.of(Sessions.sweeping(),
				Campaigns.exchange(new Campaign(NAME, session, NAME, TermRecord.NONE, Instant.EPOCH, Map.of())),
				Holdings.resignation(record, RevocationReason.RESIGNED, new ControlRequest(NAME, NAME), Instant.EPOCH),
				Sessions.ending(session));
		for (Exchange<?> exchange : exchanges) {
			NamespaceScript script = new NamespaceScript(NAME, new H2CoordinatorDialect());
			script.beginChange(new RestoreGuard.Mark(0, 1, NAME));
			exchange.prepare(script);
			script.state();
		}
	}

}
