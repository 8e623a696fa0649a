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

import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;

/**
 * Pending payments of one group that are settled by one payout.
 *
 * @param group the group
 * @param payments the identifiers of the payments, at least one
 * @param gross the sum of the payments in minor units
 */
public record Batch(Group group, List<UUID> payments, long gross) {

	public Batch {
		payments = List.copyOf(payments);
		if (payments.isEmpty()) {
			throw new IllegalArgumentException("'payments' must not be empty");
		}
	}

	/**
	 * Return the idempotency key of the batch, which is the identifier of its payout.
	 * Derived from the payments, so the same batch has the same key whenever and wherever
	 * it is tried again.
	 * @return the key
	 */
	public UUID key() {
		ByteBuffer bytes = ByteBuffer.allocate(this.payments.size() * 2 * Long.BYTES);
		for (UUID payment : this.payments) {
			bytes.putLong(payment.getMostSignificantBits()).putLong(payment.getLeastSignificantBits());
		}
		return UUID.nameUUIDFromBytes(bytes.array());
	}

}
