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

package io.leaderelection.actuate;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.jmx.annotation.EndpointJmxExtension;

/**
 * {@link EndpointJmxExtension @EndpointJmxExtension} of the {@link LeaderEndpoint}: each
 * order is an operation. An order that did not take effect ends in an exception whose
 * message says why.
 */
@EndpointJmxExtension(endpoint = LeaderEndpoint.class)
public class LeaderEndpointJmxExtension {

	private static final String ACTOR = "jmx";

	private final LeaderReports reports;

	private final LeaderOrders orders;

	/**
	 * Create an extension.
	 * @param reports the reports
	 * @param orders the orders
	 */
	public LeaderEndpointJmxExtension(LeaderReports reports, LeaderOrders orders) {
		this.reports = reports;
		this.orders = orders;
	}

	/**
	 * Return one election with its history.
	 * @param election the name of the election
	 * @return the description
	 */
	@ReadOperation
	public ElectionDetails election(String election) {
		return this.reports.of(election).orElseThrow(() -> new IllegalArgumentException(this.orders.unknown(election)));
	}

	/**
	 * Let the leader, which has to be this instance, give up.
	 * @param election the name of the election
	 * @param reason why
	 * @param coolDown how long others may try, or {@code null} for the configured time
	 * @return the answer
	 */
	@WriteOperation
	public OrderAnswer resign(String election, @Nullable String reason, @Nullable String coolDown) {
		return give(OrderAction.RESIGN, election, reason, null, null, coolDown, null);
	}

	/**
	 * Hand over to a candidate; the leader has to be this instance.
	 * @param election the name of the election
	 * @param to the instance that is to follow
	 * @param reason why
	 * @return the answer
	 */
	@WriteOperation
	public OrderAnswer transfer(String election, @Nullable String to, @Nullable String reason) {
		return give(OrderAction.TRANSFER, election, reason, to, null, null, null);
	}

	/**
	 * Force the leader out and let nobody lead.
	 * @param election the name of the election
	 * @param reason why
	 * @return the answer
	 */
	@WriteOperation
	public OrderAnswer pause(String election, @Nullable String reason) {
		return give(OrderAction.PAUSE, election, reason, null, null, null, null);
	}

	/**
	 * Let candidates campaign again.
	 * @param election the name of the election
	 * @param reason why
	 * @return the answer
	 */
	@WriteOperation
	public OrderAnswer resume(String election, @Nullable String reason) {
		return give(OrderAction.RESUME, election, reason, null, null, null, null);
	}

	/**
	 * Force the leader out.
	 * @param election the name of the election
	 * @param term the term that the operator saw
	 * @param reason why
	 * @return the answer
	 */
	@WriteOperation
	public OrderAnswer release(String election, @Nullable String term, @Nullable String reason) {
		return give(OrderAction.RELEASE, election, reason, null, term, null, null);
	}

	/**
	 * Let the coordinator's lineage adopt the fences.
	 * @param election the name of the election
	 * @param lineage the lineage that the operator saw
	 * @param reason why
	 * @return the answer
	 */
	@WriteOperation
	public OrderAnswer adopt(String election, @Nullable String lineage, @Nullable String reason) {
		return give(OrderAction.ADOPT, election, reason, null, null, null, lineage);
	}

	/**
	 * Raise the term.
	 * @param election the name of the election
	 * @param term the term that the operator saw
	 * @param to the term to raise to
	 * @param reason why
	 * @return the answer
	 */
	@WriteOperation
	public OrderAnswer raiseTerm(String election, @Nullable String term, @Nullable String to, @Nullable String reason) {
		return give(OrderAction.RAISE_TERM, election, reason, to, term, null, null);
	}

	private OrderAnswer give(OrderAction action, String election, @Nullable String reason, @Nullable String to,
			@Nullable String term, @Nullable String coolDown, @Nullable String lineage) {
		OrderAnswer answer = this.orders
			.give(new OrderRequest(ACTOR, election, action.word(), reason, to, term, coolDown, lineage));
		if (answer.accepted()) {
			return answer;
		}
		String message = "%s: %s".formatted(answer.title(), answer.detail());
		if (answer.status() == OrderStatus.INVALID.code() || answer.status() == OrderStatus.UNKNOWN_ELECTION.code()) {
			throw new IllegalArgumentException(message);
		}
		throw new IllegalStateException(message);
	}

}
