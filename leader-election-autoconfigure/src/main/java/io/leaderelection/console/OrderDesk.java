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
import java.util.Locale;
import java.util.function.Supplier;

import io.leaderelection.actuate.LeaderOrders;
import io.leaderelection.actuate.OrderAnswer;
import io.leaderelection.actuate.OrderRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/**
 * Desk that takes the orders of the page. Whatever can be read as an order is judged, or
 * refused with an entry in the audit.
 */
final class OrderDesk {

	private static final int LARGEST = 16 * 1024;

	private final boolean writable;

	private final RequestOrigin origin;

	private final Supplier<LeaderOrders> orders;

	private final ConsoleJson json = new ConsoleJson();

	OrderDesk(boolean writable, RequestOrigin origin, Supplier<LeaderOrders> orders) {
		this.writable = writable;
		this.origin = origin;
		this.orders = orders;
	}

	JsonAnswer take(HttpServletRequest request) throws IOException {
		if (!isJson(request.getContentType())) {
			return JsonAnswer.problem(HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE, "Unsupported media type",
					"An order has to be sent as 'application/json'");
		}
		byte[] body = request.getInputStream().readNBytes(LARGEST + 1);
		if (body.length > LARGEST) {
			return JsonAnswer.problem(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE, "Too large",
					"An order has at most %d bytes".formatted(LARGEST));
		}
		try {
			return answer(judge(request, this.json.order(body).from(request.getUserPrincipal())));
		}
		catch (UnrecognizedPropertyException ex) {
			return JsonAnswer.problem(HttpServletResponse.SC_BAD_REQUEST, "Invalid order",
					"An order has no '%s', but %s".formatted(ex.getPropertyName(), ex.getKnownPropertyIds()));
		}
		catch (JacksonException ex) {
			return JsonAnswer.problem(HttpServletResponse.SC_BAD_REQUEST, "Invalid order",
					"The order cannot be read as JSON: " + ex.getOriginalMessage());
		}
	}

	private OrderAnswer judge(HttpServletRequest request, OrderRequest order) {
		String objection = this.origin.objection(request);
		if (objection != null) {
			return this.orders.get().forbid(order, objection);
		}
		return this.writable ? this.orders.get().give(order) : this.orders.get()
			.forbid(order,
					"The console only reads: set 'leader-election.console.access=unrestricted' to take orders by it");
	}

	private static JsonAnswer answer(OrderAnswer answer) {
		return new JsonAnswer(answer.status(), answer);
	}

	private static boolean isJson(@Nullable String type) {
		return type != null && type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals("application/json");
	}

}
