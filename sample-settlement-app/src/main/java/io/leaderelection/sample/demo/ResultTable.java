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
import java.util.Locale;

import io.leaderelection.sample.audit.RunChecker;
import io.leaderelection.sample.audit.Violation;
import io.leaderelection.sample.audit.Violation.Kind;

/**
 * Table of the results of a run, each with what is required: of times a goal, which may
 * be missed, and of everything else what was promised.
 */
class ResultTable {

	private static final int LISTED_VIOLATIONS = 10;

	private final List<Row> rows = new ArrayList<>();

	private final List<Violation> violations;

	ResultTable(List<Measurement> measurements, Verdict verdict, boolean drill) {
		this.violations = verdict.violations();
		measurements.forEach((measurement) -> this.rows.add(new Row(measurement.what(),
				Console.show(measurement.took()), "goal " + Console.show(measurement.goal()),
				measurement.isWithinGoal() ? Result.MET : Result.MISSED)));
		Figures figures = verdict.figures();
		number("payments captured", figures.captured(), "", true);
		number("payments settled", verdict.history().settledPayments(), "all",
				verdict.history().settledPayments() == figures.captured());
		if (verdict.fenced()) {
			runs(verdict, drill);
		}
		number("payments settled twice", verdict.history().settledAgain(), "0", verdict.history().settledAgain() == 0);
		number("late work refused locally", verdict.refusals().local(), "", true);
		boolean fenceMustRefuse = drill && verdict.fenced();
		number("late writes refused by the fence", verdict.refusals().byFence(), fenceMustRefuse ? "at least 1" : "",
				!fenceMustRefuse || verdict.refusals().byFence() > 0);
		number("stale writes accepted", verdict.history().staleWrites(), "0", verdict.history().staleWrites() == 0);
		verdict.balances()
			.forEach((balance) -> row("ledger in " + balance.currency() + ", debits = credits",
					String.format(Locale.ROOT, "%,d = %,d", balance.debits(), balance.credits()), "equal",
					balance.isEven()));
		long unbalanced = verdict.count(Kind.UNBALANCED);
		number("payouts that differ from payments", unbalanced, "0", unbalanced == 0);
		number("violations found in the record", this.violations.size(), "0", this.violations.isEmpty());
	}

	private void runs(Verdict verdict, boolean drill) {
		RunChecker runs = verdict.runs();
		number("runs of the settlement", runs.finished(), "all finished", runs.finished() == runs.begun());
		number("runs resumed by the next leader", runs.resumed(), drill ? "at least 1" : "",
				!drill || runs.resumed() > 0);
		long repeated = verdict.count(Kind.RUN_REPEATED);
		number("runs done twice", repeated, "0", repeated == 0);
	}

	private void number(String what, long number, String required, boolean met) {
		row(what, String.format(Locale.ROOT, "%,d", number), required, met);
	}

	private void row(String what, String result, String required, boolean met) {
		this.rows.add(new Row(what, result, required, met ? Result.MET : Result.VIOLATED));
	}

	/**
	 * Return whether all that was promised was kept.
	 * @return whether the run passed, whatever time it took
	 */
	boolean isPassed() {
		return !has(Result.VIOLATED);
	}

	/**
	 * Return whether a time missed its goal.
	 * @return whether one did
	 */
	boolean isSlow() {
		return has(Result.MISSED);
	}

	private boolean has(Result result) {
		return this.rows.stream().anyMatch((row) -> row.met() == result);
	}

	@Override
	public String toString() {
		StringBuilder table = new StringBuilder();
		for (Row row : this.rows) {
			table.append(String.format(Locale.ROOT, "  %-34s %36s   %-14s %s%n", row.what(), row.result(),
					row.required(), row.met().text));
		}
		this.violations.stream().limit(LISTED_VIOLATIONS).forEach((it) -> table.append("  ").append(it).append('\n'));
		if (this.violations.size() > LISTED_VIOLATIONS) {
			table.append("  and ").append(this.violations.size() - LISTED_VIOLATIONS).append(" more\n");
		}
		return table.toString();
	}

	private record Row(String what, String result, String required, Result met) {

	}

	private enum Result {

		MET(""), MISSED("goal missed"), VIOLATED("VIOLATED");

		private final String text;

		Result(String text) {
			this.text = text;
		}

	}

}
