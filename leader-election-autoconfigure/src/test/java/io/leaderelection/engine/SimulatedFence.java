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

package io.leaderelection.engine;

import java.util.List;

import io.leaderelection.FencingToken;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;
import org.jspecify.annotations.Nullable;

/**
 * Fence of one election in a database: raising it is slow or fails when told to, and it
 * accepts writes of the sealed grant only.
 */
final class SimulatedFence {

	private final Promises promises;

	private long term;

	private String grantId = "";

	private @Nullable String lineage;

	private long acceptedTerm;

	private String acceptedGrant = "";

	SimulatedFence(Promises promises) {
		this.promises = promises;
	}

	SealOutcome seal(SealRequest request) {
		if (this.lineage != null && !this.lineage.equals(request.lineage())) {
			return new SealOutcome.ForeignLineage(this.lineage, "db");
		}
		FencingToken token = request.token();
		if (token.term() < this.term || (token.term() == this.term && !token.grantId().equals(this.grantId))) {
			return new SealOutcome.Ahead(this.term, this.grantId, "db");
		}
		this.lineage = request.lineage();
		this.term = token.term();
		this.grantId = token.grantId();
		return new SealOutcome.Sealed(List.of("db"));
	}

	/**
	 * Write with a token, whoever comes with it.
	 * @param token the token
	 */
	void write(FencingToken token) {
		if (token.term() != this.term || !token.grantId().equals(this.grantId)) {
			return;
		}
		boolean older = token.term() < this.acceptedTerm
				|| (token.term() == this.acceptedTerm && !token.grantId().equals(this.acceptedGrant));
		if (older) {
			throw this.promises
				.broken("I2: a write of %s was accepted after one of term %d".formatted(token, this.acceptedTerm));
		}
		this.acceptedTerm = token.term();
		this.acceptedGrant = token.grantId();
	}

	void adopt(String adopted) {
		this.lineage = adopted;
	}

	long term() {
		return this.term;
	}

}
