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

package io.leaderelection.sample.settlement;

import java.util.List;
import java.util.UUID;

/**
 * How far a run of the settlement is, as the ledger keeps it.
 *
 * @param batches how many batches were settled
 * @param payments how many payments
 * @param gross the sum of these payments in minor units, over all currencies
 * @param group the group that was settled last; those before it are done
 * @param payment the payment that was settled last
 */
public record RunProgress(long batches, long payments, long gross, Group group, UUID payment) {

	/**
	 * Progress of a run that has settled nothing yet.
	 */
	public static final RunProgress NONE = new RunProgress(0, 0, 0, new Group("", ""), new UUID(0, 0));

	private static final String SEPARATOR = " ";

	private static final int FIELDS = 6;

	/**
	 * Return the progress once another batch is settled.
	 * @param batch the batch
	 * @return the progress
	 */
	RunProgress plus(Batch batch) {
		List<UUID> settled = batch.payments();
		return new RunProgress(this.batches + 1, this.payments + settled.size(),
				Math.addExact(this.gross, batch.gross()), batch.group(), settled.get(settled.size() - 1));
	}

	String format() {
		return String.join(SEPARATOR, Long.toString(this.batches), Long.toString(this.payments),
				Long.toString(this.gross), this.payment.toString(), this.group.currency(), this.group.merchant());
	}

	/**
	 * Read progress from the ledger.
	 * @param text the progress as it was saved
	 * @return the progress
	 */
	public static RunProgress parse(String text) {
		String[] fields = text.split(SEPARATOR, FIELDS);
		return new RunProgress(Long.parseLong(fields[0]), Long.parseLong(fields[1]), Long.parseLong(fields[2]),
				new Group(fields[5], fields[4]), UUID.fromString(fields[3]));
	}

	@Override
	public String toString() {
		return this.payments + " payments in " + this.batches + ((this.batches == 1) ? " batch" : " batches");
	}

}
