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

package io.leaderelection.console;

import java.io.IOException;
import java.util.function.Supplier;

import io.leaderelection.actuate.LeaderOrders;
import io.leaderelection.actuate.OrderAnswer;
import io.leaderelection.actuate.OrderBody;
import io.leaderelection.actuate.OrderRequest;
import io.leaderelection.actuate.OrderStatus;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Desk that takes the orders of the page. Each attempt is judged, or refused with an
 * entry in the audit; what its headers speak against is not even read, as the caller may
 * be slow on purpose.
 */
final class OrderDesk {

	private final boolean writable;

	private final RequestOrigin origin;

	private final Supplier<LeaderOrders> orders;

	OrderDesk(boolean writable, RequestOrigin origin, Supplier<LeaderOrders> orders) {
		this.writable = writable;
		this.origin = origin;
		this.orders = orders;
	}

	JsonAnswer take(HttpServletRequest request) throws IOException {
		OrderAnswer answer = judge(request);
		return new JsonAnswer(answer.status(), answer);
	}

	private OrderAnswer judge(HttpServletRequest request) throws IOException {
		String actor = OrderRequest.actor(request.getUserPrincipal());
		OrderRequest unread = OrderRequest.unread(actor, "");
		if (!OrderBody.isJson(request.getContentType())) {
			return this.orders.get()
				.refuse(unread, OrderStatus.UNSUPPORTED_TYPE, "An order has to be sent as 'application/json'");
		}
		String objection = objection(request);
		if (objection != null) {
			return this.orders.get().forbid(unread, objection);
		}
		if (request.getContentLengthLong() > OrderBody.LONGEST) {
			return this.orders.get().refuse(unread, OrderStatus.TOO_LARGE, OrderBody.TOO_LONG);
		}
		byte[] content = request.getInputStream().readNBytes(OrderBody.LONGEST + 1);
		if (content.length > OrderBody.LONGEST) {
			return this.orders.get().refuse(unread, OrderStatus.TOO_LARGE, OrderBody.TOO_LONG);
		}
		OrderBody body = OrderBody.withElection(content);
		OrderRequest order = body.from(actor);
		return (body.fault() != null) ? this.orders.get().refuse(order, OrderStatus.INVALID, body.fault())
				: this.orders.get().give(order);
	}

	private @Nullable String objection(HttpServletRequest request) {
		String objection = this.origin.objection(request);
		return (objection != null || this.writable) ? objection
				: "The console only reads: set 'leader-election.console.access=unrestricted' to take orders by it";
	}

}
