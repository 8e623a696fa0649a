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

package io.leaderelection.observation;

import io.leaderelection.FencingToken;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/**
 * Context of an observation of one election.
 */
public abstract class ElectionObservationContext extends Observation.Context {

	private final String election;

	private volatile @Nullable FencingToken token;

	private volatile String outcome = "none";

	protected ElectionObservationContext(String election) {
		this.election = election;
	}

	/**
	 * Return the name of the election.
	 * @return the name
	 */
	public String getElection() {
		return this.election;
	}

	/**
	 * Return the token of the term that was won or is worked in.
	 * @return the token, or {@code null}
	 */
	public @Nullable FencingToken getToken() {
		return this.token;
	}

	/**
	 * Return the word for what became of it.
	 * @return the outcome, {@code none} until it is known
	 */
	public String getOutcome() {
		return this.outcome;
	}

	void setToken(@Nullable FencingToken token) {
		this.token = token;
	}

	void setOutcome(String outcome) {
		this.outcome = outcome;
	}

	KeyValues lowCardinalityKeyValues() {
		return KeyValues.of(ElectionObservationDocumentation.LowCardinalityKeyNames.ELECTION.withValue(this.election),
				ElectionObservationDocumentation.LowCardinalityKeyNames.OUTCOME.withValue(this.outcome));
	}

	KeyValues highCardinalityKeyValues() {
		FencingToken known = this.token;
		return (known != null)
				? KeyValues.of(
						ElectionObservationDocumentation.HighCardinalityKeyNames.TERM
							.withValue(Long.toString(known.term())),
						ElectionObservationDocumentation.HighCardinalityKeyNames.GRANT.withValue(known.grantId()))
				: KeyValues.empty();
	}

}
