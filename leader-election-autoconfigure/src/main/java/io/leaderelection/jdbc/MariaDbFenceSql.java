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

package io.leaderelection.jdbc;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

import io.leaderelection.FencingToken;

/**
 * Statements about fences for MariaDB. The limit of idle time is one of the session, in
 * whole seconds, and a condition in a statement cannot set it.
 */
final class MariaDbFenceSql extends MySqlFenceSql {

	private static final List<String> TIMEOUTS = List.of("innodb_lock_wait_timeout", "lock_wait_timeout",
			"idle_transaction_timeout");

	@Override
	String idleLimited(Duration idleLimit) {
		return "@@SESSION.idle_transaction_timeout = " + seconds(idleLimit);
	}

	@Override
	public String limitIdle(Duration idleLimit) {
		return "SET SESSION idle_transaction_timeout = " + seconds(idleLimit);
	}

	@Override
	String readOnlyVariable() {
		return "tx_read_only";
	}

	@Override
	public Embedding embedding() {
		return Embedding.AUTO_COMMIT;
	}

	@Override
	public String embeddedCheck(String namespace, FencingToken token, Duration idleLimit, String claim) {
		String key = "namespace = " + literal(namespace) + " AND election = " + literal(token.election());
		return "EXISTS (SELECT 1 FROM leader_fence WHERE " + key + " AND fence_token = " + token.term()
				+ " AND grant_id = " + literal(token.grantId())
				+ " LOCK IN SHARE MODE) AND NOT EXISTS (SELECT 1 FROM leader_fence_intent WHERE " + key
				+ " AND fence_token > " + token.term() + ") AND (" + MySqlEnforcementSql.CLAIM
				+ " := CONCAT(NOW(6), ' ', " + literal(claim) + ")) IS NOT NULL";
	}

	// Hexadecimal, as what a quote or a backslash means depends on the session's mode.
	static String literal(String text) {
		return "CONVERT(x'" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + "' USING utf8mb4)";
	}

	@Override
	List<String> timeouts() {
		return TIMEOUTS;
	}

	// Who waits for the fence as well, such as another sealer, is not the one to blame.
	@Override
	public BoundSql blockers(long sealer) {
		return BoundSql.of("SELECT b.trx_mysql_thread_id AS session, " + DESCRIPTION
				+ " AS description FROM information_schema.innodb_lock_waits w"
				+ " JOIN information_schema.innodb_trx r ON r.trx_id = w.requesting_trx_id"
				+ " JOIN information_schema.innodb_trx b ON b.trx_id = w.blocking_trx_id"
				+ " WHERE r.trx_mysql_thread_id = ? AND NOT EXISTS (SELECT 1 FROM information_schema.innodb_locks l"
				+ " WHERE l.lock_id = b.trx_requested_lock_id AND l.lock_table LIKE '%`leader_fence`')", sealer);
	}

	@Override
	String problem() {
		return "Grant PROCESS to see who blocks";
	}

}
