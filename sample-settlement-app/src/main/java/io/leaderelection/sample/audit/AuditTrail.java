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

package io.leaderelection.sample.audit;

import io.leaderelection.FencingToken;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Writers' side of the audit trail. The triggers of the database refuse writes of a
 * transaction that did not name its token.
 */
@Component
public class AuditTrail {

	private final JdbcTemplate jdbc;

	private final boolean recorded;

	/**
	 * Create an audit trail.
	 * @param jdbc the database
	 * @param recorded whether the database has the triggers that keep the record
	 */
	public AuditTrail(JdbcTemplate jdbc, @Value("${settlement.recorded:true}") boolean recorded) {
		this.jdbc = jdbc;
		this.recorded = recorded;
	}

	/**
	 * Name the token on whose behalf the current transaction writes: the one that the
	 * guarded task captured when it began.
	 * @param election the election that guards the task
	 * @throws io.leaderelection.NotLeaderException if the term is over
	 * @throws IllegalStateException if no guarded task runs on this thread
	 */
	public void identify(String election) {
		GuardedCall call = LeadershipContext.current().call(election);
		if (call == null) {
			throw new IllegalStateException("No task guarded by election '" + election + "' runs on this thread");
		}
		call.leadership().ensureValid();
		if (this.recorded) {
			name(call.token());
		}
	}

	private void name(FencingToken token) {
		this.jdbc.query("SELECT set_config('audit.election', ?, true), set_config('audit.term', ?, true),"
				+ " set_config('audit.grant', ?, true)", (row) -> {
				}, token.election(), Long.toString(token.term()), token.grantId());
	}

}
