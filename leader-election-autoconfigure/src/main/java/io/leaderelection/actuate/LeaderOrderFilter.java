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

import java.io.IOException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.boot.json.JsonWriter;

/**
 * Filter that looks at orders before Spring Boot does: those that must not be given here
 * are answered and audited, and those whose form leaves open what is meant are refused.
 * Spring Boot itself takes the last of two equal keys, keys that it does not know, and
 * parameters of the address before the body, the election's name among them.
 */
public final class LeaderOrderFilter implements Filter {

	private static final JsonWriter<OrderAnswer> JSON = JsonWriter.of((members) -> {
		members.add("status", OrderAnswer::status);
		members.add("title", OrderAnswer::title);
		members.add("detail", OrderAnswer::detail);
		members.add("election", OrderAnswer::election);
		members.add("action", OrderAnswer::action);
		members.add("actor", OrderAnswer::actor);
	});

	private final Supplier<Optional<LeaderOrders>> orders;

	private final Supplier<Optional<String>> path;

	private final BooleanSupplier unrestricted;

	/**
	 * Create a filter. What it needs is looked up at the first order.
	 * @param orders the orders, if there are any
	 * @param path the path of the endpoint, if it can be reached by the web
	 * @param unrestricted whether the endpoint may be used for more than reading
	 */
	public LeaderOrderFilter(Supplier<Optional<LeaderOrders>> orders, Supplier<Optional<String>> path,
			BooleanSupplier unrestricted) {
		this.orders = orders;
		this.path = path;
		this.unrestricted = unrestricted;
	}

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (request instanceof HttpServletRequest http && response instanceof HttpServletResponse answered
				&& "POST".equals(http.getMethod())) {
			String election = election(http);
			LeaderOrders found = election.isEmpty() ? null : this.orders.get().orElse(null);
			if (found != null) {
				order(http, answered, chain, election, found);
				return;
			}
		}
		chain.doFilter(request, response);
	}

	private String election(HttpServletRequest request) {
		String info = request.getPathInfo();
		String asked = (info != null) ? info : request.getServletPath();
		String prefix = this.path.get().orElse(null);
		return (prefix != null && asked.startsWith(prefix + "/")) ? asked.substring(prefix.length() + 1) : "";
	}

	private void order(HttpServletRequest request, HttpServletResponse response, FilterChain chain, String election,
			LeaderOrders found) throws IOException, ServletException {
		boolean permitted = this.unrestricted.getAsBoolean();
		if (permitted && !OrderBody.isJson(request.getContentType())) {
			// Answered by Spring Boot, as the browser of a stranger may send it.
			chain.doFilter(request, response);
			return;
		}
		String actor = OrderRequest.actor(request.getUserPrincipal());
		OrderRequest unread = OrderRequest.unread(actor, election);
		// Nothing is read for a caller who is refused anyway, and may be slow on purpose.
		if (!permitted) {
			write(response, found.forbid(unread,
					"The endpoint only reads here; orders are taken if 'management.endpoint.leader.access' is "
							+ "'unrestricted', and 'management.endpoints.access.max-permitted' does not forbid it"));
			return;
		}
		if (request.getQueryString() != null) {
			write(response, found.refuse(unread, OrderStatus.INVALID,
					"An order stands in the body alone: leave out what follows '?' in the address"));
			return;
		}
		if (request.getContentLengthLong() > OrderBody.LONGEST) {
			write(response, found.refuse(unread, OrderStatus.INVALID, OrderBody.TOO_LONG));
			return;
		}
		byte[] body = request.getInputStream().readNBytes(OrderBody.LONGEST + 1);
		OrderBody order = OrderBody.read(body);
		if (order.fault() != null) {
			write(response, found.refuse(order.of(actor, election), OrderStatus.INVALID, order.fault()));
			return;
		}
		chain.doFilter(new BufferedRequest(request, body), response);
	}

	private static void write(HttpServletResponse response, OrderAnswer answer) throws IOException {
		response.setStatus(answer.status());
		response.setContentType("application/json");
		response.setCharacterEncoding("UTF-8");
		response.getWriter().write(JSON.writeToString(answer));
	}

}
