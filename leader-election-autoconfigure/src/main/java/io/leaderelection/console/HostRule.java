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

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Rule for the names under which the page is served. The owner of any name may point it
 * at an address behind which the browser of an operator finds this instance; all that
 * gives such a page away is the header {@code Host}.
 */
final class HostRule {

	private static final String PROPERTY = "leader-election.console.allowed-hosts";

	private static final Pattern LOOPBACK = Pattern
		.compile("localhost|.+\\.localhost|127(\\.[0-9]{1,3}){3}|\\[(::1|0:0:0:0:0:0:0:1)]");

	private static final int LONGEST = 100;

	private final Set<String> allowed;

	/**
	 * Create a rule.
	 * @param allowed the names that are allowed besides those of the loopback interface,
	 * in lower case; if there are none, all are, except over the loopback interface
	 */
	HostRule(Set<String> allowed) {
		this.allowed = Set.copyOf(allowed);
	}

	/**
	 * Return what speaks against the name by which a request came.
	 * @param request the request
	 * @return a sentence for people, or {@code null}
	 */
	@Nullable String objection(HttpServletRequest request) {
		// What a proxy forwards goes for the server name, but the page of a stranger may
		// send such headers too.
		String header = request.getHeader("Host");
		String host = name((header != null) ? header : request.getServerName());
		if (!this.allowed.isEmpty()) {
			String visible = name(request.getServerName());
			if (!isAllowed(host)) {
				return notListed(host);
			}
			return isAllowed(visible) ? null : notListed(visible);
		}
		if (!isLoopback(request.getLocalAddr()) || LOOPBACK.matcher(host).matches()) {
			return null;
		}
		return ("This instance was reached by its loopback address, but under the name '%s', to which a stranger may "
				+ "have pointed: open it as 'localhost', or, if a reverse proxy stands before it, list the name in '%s'")
			.formatted(shortened(host), PROPERTY);
	}

	private boolean isAllowed(String name) {
		return this.allowed.contains(name) || LOOPBACK.matcher(name).matches();
	}

	private static String notListed(String name) {
		return "The name '%s' is not listed in '%s'".formatted(shortened(name), PROPERTY);
	}

	private static String shortened(String name) {
		return (name.length() > LONGEST) ? name.substring(0, LONGEST) + "…" : name;
	}

	private static String name(String host) {
		int end = host.startsWith("[") ? host.indexOf(']') + 1 : host.indexOf(':');
		String name = (end > 0) ? host.substring(0, end) : host;
		return (name.endsWith(".") ? name.substring(0, name.length() - 1) : name).toLowerCase(Locale.ROOT);
	}

	// Without a look-up of names; null behind a socket that is no network's.
	private static boolean isLoopback(@Nullable String address) {
		return address != null && (address.startsWith("127.") || address.equals("::1")
				|| address.equals("0:0:0:0:0:0:0:1") || LOOPBACK.matcher(address).matches());
	}

}
