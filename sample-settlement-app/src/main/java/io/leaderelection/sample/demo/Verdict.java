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

package io.leaderelection.sample.demo;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.sample.audit.HistoryChecker;
import io.leaderelection.sample.audit.LedgerChecker;
import io.leaderelection.sample.audit.RunChecker;
import io.leaderelection.sample.audit.Violation;
import io.leaderelection.sample.audit.WriteHistory;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * What the record of a run says.
 *
 * @param fenced whether the database was fenced
 * @param figures how far the settlement came
 * @param refusals who refused late work
 * @param history the checked history
 * @param runs the checked runs
 * @param violations all violations of the history and the tables
 * @param balances the sums of the ledger, one for each currency
 */
record Verdict(boolean fenced, Figures figures, Refusals refusals, HistoryChecker history, RunChecker runs,
		List<Violation> violations, List<Balance> balances) {

	static Verdict read(JdbcTemplate jdbc, boolean fenced, Refusals refusals) {
		HistoryChecker history = new HistoryChecker(fenced);
		RunChecker runs = new RunChecker();
		new WriteHistory(jdbc).forEach(history.andThen(runs));
		LedgerChecker ledger = new LedgerChecker(jdbc);
		List<Violation> violations = new ArrayList<>(history.violations());
		violations.addAll(ledger.check());
		if (fenced) {
			violations.addAll(runs.violations());
			violations.addAll(ledger.checkRuns());
		}
		return new Verdict(fenced, Figures.read(jdbc), refusals, history, runs, violations, balances(jdbc));
	}

	private static List<Balance> balances(JdbcTemplate jdbc) {
		return jdbc.query("""
				SELECT currency, coalesce(sum(amount) FILTER (WHERE side = 'DEBIT'), 0),
						coalesce(sum(amount) FILTER (WHERE side = 'CREDIT'), 0)
					FROM ledger_entry GROUP BY currency ORDER BY currency
				""", (row, number) -> new Balance(row.getString(1), row.getLong(2), row.getLong(3)));
	}

	/**
	 * Return how many violations there are of a kind.
	 * @param kind the kind
	 * @return the number of violations
	 */
	long count(Violation.Kind kind) {
		return this.violations.stream().filter((violation) -> violation.kind() == kind).count();
	}

	/**
	 * Sums of the ledger.
	 *
	 * @param currency the currency
	 * @param debits the sum of the debits in minor units
	 * @param credits the sum of the credits in minor units
	 */
	record Balance(String currency, long debits, long credits) {

		boolean isEven() {
			return this.debits == this.credits;
		}

	}

}
