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
import java.util.Set;
import java.util.function.Supplier;

import io.leaderelection.actuate.LeaderOrders;
import io.leaderelection.console.ConsoleResources.Resource;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Servlet of the page. A servlet of its own leaves alone whatever the application does
 * with Spring MVC.
 */
public final class ConsoleServlet extends HttpServlet {

	private static final long serialVersionUID = 1L;

	private static final Log logger = LogFactory.getLog(ConsoleServlet.class);

	private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
			+ "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

	private static final String EVENTS = "text/event-stream;charset=utf-8";

	private final transient HostRule hosts;

	private final transient Supplier<ConsoleFeed> feed;

	private final transient ConsolePage page;

	private final transient ConsoleResources resources = new ConsoleResources();

	private final transient OrderDesk desk;

	/**
	 * Create a servlet, which asks for the rest when a request comes.
	 * @param path the path at which it is mapped, without a slash at its end
	 * @param writable whether orders are taken
	 * @param hosts the names under which it is served besides those of the loopback
	 * interface, in lower case, or none if any will do
	 * @param feed the feed of the page
	 * @param orders where orders are given
	 */
	public ConsoleServlet(String path, boolean writable, Set<String> hosts, Supplier<ConsoleFeed> feed,
			Supplier<LeaderOrders> orders) {
		this.hosts = new HostRule(hosts);
		RequestOrigin origin = new RequestOrigin(this.hosts);
		this.feed = feed;
		this.page = new ConsolePage(path, origin);
		this.desk = new OrderDesk(writable, origin, orders);
	}

	@Override
	protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
		response.setHeader("Content-Security-Policy", POLICY);
		response.setHeader("X-Content-Type-Options", "nosniff");
		response.setHeader("Referrer-Policy", "no-referrer");
		response.setHeader("X-Frame-Options", "DENY");
		response.setHeader("Cache-Control", "no-store");
		String below = (request.getPathInfo() != null) ? request.getPathInfo().substring(1) : "";
		boolean ordering = below.equals("orders");
		String foreign = this.hosts.objection(request);
		Resource resource = this.resources.find(below);
		if (resource == null && !ordering && !below.isEmpty() && !below.equals("events")) {
			JsonAnswer.problem(HttpServletResponse.SC_NOT_FOUND, "Not found", "The console has no such page")
				.send(response);
		}
		else if (!isTaken(request.getMethod(), ordering)) {
			response.setHeader("Allow", ordering ? "POST" : "GET, HEAD");
			JsonAnswer
				.problem(HttpServletResponse.SC_METHOD_NOT_ALLOWED, "Method not allowed",
						"Use " + (ordering ? "POST" : "GET") + " here")
				.send(response);
		}
		else if (ordering) {
			this.desk.take(request).send(response);
		}
		else if (resource != null) {
			send(resource, request, response);
		}
		else if (foreign != null) {
			JsonAnswer.problem(HttpServletResponse.SC_FORBIDDEN, "Forbidden", foreign).send(response);
		}
		else if (below.isEmpty()) {
			send("text/html;charset=utf-8", this.page.render(request), response);
		}
		else {
			stream(request, response);
		}
	}

	private static boolean isTaken(String method, boolean ordering) {
		return ordering ? method.equals("POST") : (method.equals("GET") || method.equals("HEAD"));
	}

	private static void send(Resource resource, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		response.setHeader("Cache-Control", "no-cache");
		response.setHeader("ETag", resource.tag());
		if (resource.tag().equals(request.getHeader("If-None-Match"))) {
			response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
			return;
		}
		send(resource.type(), resource.content(), response);
	}

	private static void send(String type, byte[] content, HttpServletResponse response) throws IOException {
		response.setContentType(type);
		response.setContentLength(content.length);
		response.getOutputStream().write(content);
	}

	private void stream(HttpServletRequest request, HttpServletResponse response) throws IOException {
		if (request.getMethod().equals("HEAD")) {
			response.setContentType(EVENTS);
			return;
		}
		if (!request.isAsyncSupported()) {
			logger.warn("The console cannot send events, as a filter of this application supports no asynchronous "
					+ "requests: call setAsyncSupported(true) on its registration");
			unavailable("A filter of this application supports no asynchronous requests", response);
			return;
		}
		ConsoleFeed feed = this.feed.get();
		if (!feed.admit()) {
			unavailable("Too many pages are open, or the application is stopping", response);
			return;
		}
		response.setContentType(EVENTS);
		// Proxies that keep answers back until they are complete.
		response.setHeader("X-Accel-Buffering", "no");
		boolean begun = false;
		try {
			feed.add(EventStream.begin(request.startAsync(request, response), feed::nanoTime));
			begun = true;
		}
		finally {
			if (!begun) {
				feed.release();
			}
		}
	}

	private static void unavailable(String detail, HttpServletResponse response) throws IOException {
		response.setHeader("Retry-After", "5");
		JsonAnswer.problem(HttpServletResponse.SC_SERVICE_UNAVAILABLE, "Not available", detail).send(response);
	}

}
