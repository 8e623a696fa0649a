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

import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Audit of orders: one event of Spring Boot's audit for each attempt, whatever became of
 * it.
 */
public final class OrderAudit {

	/**
	 * Type of the events for orders that were carried out, or may have been.
	 */
	public static final String ORDERED = "LEADER_ELECTION_ORDER";

	/**
	 * Type of the events for orders that were refused, so that nothing changed.
	 */
	public static final String REFUSED = "LEADER_ELECTION_ORDER_REFUSED";

	private static final Log logger = LogFactory.getLog(OrderAudit.class);

	private final ApplicationEventPublisher publisher;

	/**
	 * Create an audit.
	 * @param publisher the publisher of the events
	 */
	public OrderAudit(ApplicationEventPublisher publisher) {
		this.publisher = publisher;
	}

	void note(OrderRequest order, OrderAnswer answer) {
		Map<String, Object> data = new LinkedHashMap<>();
		put(data, "election", order.election());
		put(data, "action", order.action());
		put(data, "reason", order.reason());
		put(data, "to", order.to());
		put(data, "expectedTerm", order.term());
		put(data, "coolDown", order.coolDown());
		put(data, "lineage", order.lineage());
		put(data, "status", answer.status());
		put(data, "detail", answer.detail());
		put(data, "term", answer.term());
		put(data, "fencing", answer.fencing());
		put(data, "notFenced", answer.notFenced());
		try {
			this.publisher
				.publishEvent(new AuditApplicationEvent(order.actor(), answer.refused() ? REFUSED : ORDERED, data));
		}
		catch (RuntimeException ex) {
			// The order is given; its answer must not depend on who listens.
			logger.error("The audit of an order failed: " + data, ex);
		}
	}

	private static void put(Map<String, Object> data, String name, @Nullable Object value) {
		if (value instanceof String text) {
			data.put(name, Order.printable(text));
		}
		else if (value != null) {
			data.put(name, value);
		}
	}

}
