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

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.sample.audit.Violation.Kind;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;

/**
 * Check of the tables against each other and against the record.
 */
public class LedgerChecker {

	private static final List<Rule> RULES = List.of(
			new Rule(Kind.UNBALANCED, "the debits of payout %s do not equal its credits", """
					SELECT payout_id FROM ledger_entry GROUP BY payout_id, currency
						HAVING sum(CASE side WHEN 'DEBIT' THEN amount ELSE -amount END) <> 0
					"""), new Rule(Kind.UNBALANCED, "payout %s is not booked with its gross amount", """
					SELECT id FROM payout WHERE gross IS DISTINCT FROM
						(SELECT sum(amount) FROM ledger_entry WHERE payout_id = payout.id AND side = 'DEBIT')
					"""), new Rule(Kind.UNBALANCED, "payout %s does not equal the payments that name it", """
					SELECT payout.id FROM payout LEFT JOIN (SELECT payout_id, count(*) AS payments, sum(amount) AS gross
							FROM payment WHERE payout_id IS NOT NULL GROUP BY payout_id) settled ON payout_id = id
						WHERE (payout.payments, payout.gross) IS DISTINCT FROM (settled.payments, settled.gross)
					"""), new Rule(Kind.UNBALANCED, "the progress of %s does not equal its payouts", """
					SELECT merchant || '/' || currency FROM settlement_progress progress
						FULL JOIN (SELECT merchant, currency, count(*) AS batches, sum(payments) AS payments,
								sum(gross) AS gross FROM payout GROUP BY merchant, currency) paid
							USING (merchant, currency)
						WHERE (progress.batches, progress.payments, progress.gross)
							IS DISTINCT FROM (paid.batches, paid.payments, paid.gross)
					"""), new Rule(Kind.RECORD_INCOMPLETE, "payment %s is settled, but no accepted write says so", """
					SELECT id::text FROM payment WHERE status = 'SETTLED'
						EXCEPT SELECT unnest(row_keys) FROM audit_write WHERE relation = 'payment'
					"""),
			new Rule(Kind.RECORD_INCOMPLETE, "payment %s is not settled, but an accepted write says so", """
					SELECT unnest(row_keys) FROM audit_write WHERE relation = 'payment'
						EXCEPT SELECT id::text FROM payment WHERE status = 'SETTLED'
					"""),
			new Rule(Kind.RECORD_INCOMPLETE, "transaction %s wrote, but has no position in the order of commits", """
					SELECT DISTINCT transaction_id FROM audit_write
						WHERE transaction_id NOT IN (SELECT transaction_id FROM audit_commit)
					"""));

	private static final Rule PROGRESS = new Rule(Kind.UNBALANCED, "the runs and the payouts differ: %s", """
			SELECT (runs.*)::text || ' batches, payments and gross of runs, ' || (paid.*)::text || ' of payouts'
				FROM (SELECT coalesce(sum(split_part(progress, ' ', 1)::bigint), 0),
						coalesce(sum(split_part(progress, ' ', 2)::bigint), 0),
						coalesce(sum(split_part(progress, ' ', 3)::bigint), 0) FROM leader_run) runs,
					(SELECT count(*), coalesce(sum(payments), 0), coalesce(sum(gross), 0) FROM payout) paid
				WHERE (runs.*)::text <> (paid.*)::text
			""");

	private final JdbcTemplate jdbc;

	public LedgerChecker(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Check the tables.
	 * @return the violations found
	 */
	public List<Violation> check() {
		return check(RULES);
	}

	/**
	 * Check the progress of the runs against the tables, where all payments were settled
	 * by runs that the ledger still has.
	 * @return the violations found
	 */
	public List<Violation> checkRuns() {
		return check(List.of(PROGRESS));
	}

	private List<Violation> check(List<Rule> rules) {
		List<Violation> violations = new ArrayList<>();
		for (Rule rule : rules) {
			RowCallbackHandler found = (row) -> violations
				.add(new Violation(rule.kind(), rule.message().formatted(row.getString(1))));
			this.jdbc.query(rule.sql(), found);
		}
		return violations;
	}

	private record Rule(Kind kind, String message, String sql) {

	}

}
