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

import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * {@link EndpointWebExtension @EndpointWebExtension} of the {@link LeaderEndpoint}:
 * orders by {@code POST}, and answers whose status says what became of them.
 */
@EndpointWebExtension(endpoint = LeaderEndpoint.class)
public class LeaderEndpointWebExtension {

	private final LeaderReports reports;

	private final LeaderOrders orders;

	/**
	 * Create an extension.
	 * @param reports the reports
	 * @param orders the orders
	 */
	public LeaderEndpointWebExtension(LeaderReports reports, LeaderOrders orders) {
		this.reports = reports;
		this.orders = orders;
	}

	/**
	 * Return one election with its history.
	 * @param election the segments of the election's name
	 * @return the description, or what is wrong with the name
	 */
	@ReadOperation
	public WebEndpointResponse<Object> election(@Selector(match = Match.ALL_REMAINING) String... election) {
		String name = String.join("/", election);
		Optional<ElectionDetails> details = this.reports.of(name);
		return details.isPresent() ? new WebEndpointResponse<>(details.get())
				: new WebEndpointResponse<>(new Problem(OrderStatus.UNKNOWN_ELECTION.code(),
						OrderStatus.UNKNOWN_ELECTION.title(), this.orders.unknown(name)),
						OrderStatus.UNKNOWN_ELECTION.code());
	}

	/**
	 * Give an order.
	 * @param securityContext who gives it
	 * @param election the segments of the election's name
	 * @param action what is to be done, see {@link OrderAction}
	 * @param reason why
	 * @param to the instance to transfer to, or the term to raise to
	 * @param term the term that the operator saw
	 * @param coolDown how long others may try after a resignation
	 * @param lineage the lineage that is to adopt the fences
	 * @return the answer
	 */
	@WriteOperation
	public WebEndpointResponse<OrderAnswer> order(SecurityContext securityContext,
			@Selector(match = Match.ALL_REMAINING) String[] election, @Nullable String action, @Nullable String reason,
			@Nullable String to, @Nullable String term, @Nullable String coolDown, @Nullable String lineage) {
		OrderAnswer answer = this.orders.give(new OrderRequest(OrderRequest.actor(securityContext.getPrincipal()),
				String.join("/", election), action, reason, to, term, coolDown, lineage));
		return new WebEndpointResponse<>(answer, answer.status());
	}

	/**
	 * Problem with a request.
	 *
	 * @param status the status code
	 * @param title the status in words
	 * @param detail a sentence for people
	 */
	public record Problem(int status, String title, String detail) {

	}

}
