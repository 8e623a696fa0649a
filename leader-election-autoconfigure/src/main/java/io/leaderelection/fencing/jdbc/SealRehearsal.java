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

package io.leaderelection.fencing.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.leaderelection.FencingToken;
import io.leaderelection.jdbc.FenceSql;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * What the raising of a fence does before it writes anything. A process may wait for
 * months for its first term; it then has its connection, and has loaded what it needs.
 */
final class SealRehearsal implements Supplier<SealOutcome> {

	private static final Log logger = LogFactory.getLog(SealRehearsal.class);

	static final SealRequest REQUEST = new SealRequest(new FencingToken("rehearsal", 1, "none"), "none", "nobody",
			Duration.ofSeconds(1));

	private final JdbcFencing fencing;

	private final FencedDatabase database;

	private final SealDeadline deadline;

	SealRehearsal(JdbcFencing fencing, FencedDatabase database, SealDeadline deadline) {
		this.fencing = fencing;
		this.database = database;
		this.deadline = deadline;
	}

	@Override
	public SealOutcome get() {
		try (Connection connection = this.database.dataSource().getConnection()) {
			boolean autoCommit = connection.getAutoCommit();
			connection.setAutoCommit(false);
			FenceSql sql = this.database.dialect(connection).fence();
			try (SealingSession session = new SealingSession(connection, sql)) {
				// There is no election of this name, so that no row is there to be locked
				// or changed.
				session.begin(this.deadline.remainingForStatement(), sql.raiseUnheld(this.fencing.namespace(),
						REQUEST.token(), REQUEST.lineage(), REQUEST.holder()));
				StoredFence.read(connection, sql, this.fencing.namespace(), REQUEST.token().election())
					.judge(REQUEST, this.database.name());
				// Nobody runs the watch, as there is nothing to be watched.
				Blockers.watch(this.fencing, this.database, REQUEST.token(), this.deadline, session.id(), (watch) -> {
				}).close();
			}
			connection.setAutoCommit(autoCommit);
			return new SealOutcome.Sealed(List.of(this.database.name()));
		}
		catch (SQLException | RuntimeException ex) {
			logger.debug("The raising of fences in DataSource '%s' was not rehearsed".formatted(this.database.name()),
					ex);
			return new SealOutcome.Failed(List.of(this.database.name()), String.valueOf(ex.getMessage()));
		}
	}

}
