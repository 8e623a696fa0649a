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
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

import io.leaderelection.sample.audit.Violation.Kind;

/**
 * Check of the record, fed with the accepted writes in the order of their commits, the
 * seals of the fences among them: grants never go back, a grant has one holder, rows are
 * stamped with the term that wrote them, and a payment is settled once.
 */
public class HistoryChecker implements Consumer<AcceptedWrite> {

	private static final String SEAL = "leader_fence";

	private final boolean stamped;

	private final Map<String, AcceptedWrite> newest = new HashMap<>();

	private final Map<String, String> holders = new HashMap<>();

	private final Map<String, Long> settled = new HashMap<>();

	private final List<Violation> violations = new ArrayList<>();

	private long staleWrites;

	private long settledAgain;

	/**
	 * Create a checker.
	 * @param stamped whether rows are expected to be stamped; {@code false} for a history
	 * that was written without a fence
	 */
	public HistoryChecker(boolean stamped) {
		this.stamped = stamped;
	}

	@Override
	public void accept(AcceptedWrite write) {
		checkOrder(write);
		if (!write.relation().equals(SEAL)) {
			checkHolder(write);
			checkStamp(write);
		}
		if (write.relation().equals("payment")) {
			checkPayments(write);
		}
	}

	private void checkOrder(AcceptedWrite write) {
		AcceptedWrite newest = this.newest.get(write.election());
		if (newest == null || write.term() > newest.term()) {
			this.newest.put(write.election(), write);
		}
		else if (write.term() < newest.term()) {
			this.staleWrites++;
			report(Kind.STALE_WRITE,
					"at position %d term %d of %s wrote to %s, after term %d had written at position %d",
					write.position(), write.term(), write.election(), write.relation(), newest.term(),
					newest.position());
		}
		else if (!write.grantId().equals(newest.grantId())) {
			report(Kind.TWO_GRANTS_IN_A_TERM, "term %d of %s was written in by the grants %s and %s", write.term(),
					write.election(), newest.grantId(), write.grantId());
		}
	}

	private void checkHolder(AcceptedWrite write) {
		String holder = this.holders.putIfAbsent(write.election() + " " + write.grantId(), write.holder());
		if (holder != null && !holder.equals(write.holder())) {
			report(Kind.TWO_HOLDERS_OF_A_GRANT, "grant %s of %s, term %d, was used by %s and by %s", write.grantId(),
					write.election(), write.term(), holder, write.holder());
		}
	}

	private void checkStamp(AcceptedWrite write) {
		if (this.stamped && (write.lowestStamp() != write.term() || write.highestStamp() != write.term())) {
			report(Kind.WRONG_STAMP, "at position %d term %d of %s wrote to %s, but the rows are stamped %d to %d",
					write.position(), write.term(), write.election(), write.relation(), write.lowestStamp(),
					write.highestStamp());
		}
	}

	private void checkPayments(AcceptedWrite write) {
		for (String payment : write.rowKeys()) {
			Long before = this.settled.putIfAbsent(payment, write.position());
			if (before != null) {
				this.settledAgain++;
				report(Kind.SETTLED_TWICE,
						"payment %s was settled at position %d and again, by term %d, at position %d", payment, before,
						write.term(), write.position());
			}
		}
	}

	private void report(Kind kind, String format, Object... arguments) {
		this.violations.add(new Violation(kind, String.format(Locale.ROOT, format, arguments)));
	}

	/**
	 * Return what was found.
	 * @return the violations, in the order of the history
	 */
	public List<Violation> violations() {
		return List.copyOf(this.violations);
	}

	/**
	 * Return how many different payments were settled.
	 * @return the number of payments
	 */
	public long settledPayments() {
		return this.settled.size();
	}

	/**
	 * Return how often a payment was settled again.
	 * @return the number of settlements beyond the first
	 */
	public long settledAgain() {
		return this.settledAgain;
	}

	/**
	 * Return how many writes of an older grant were accepted.
	 * @return the number of stale writes
	 */
	public long staleWrites() {
		return this.staleWrites;
	}

}
