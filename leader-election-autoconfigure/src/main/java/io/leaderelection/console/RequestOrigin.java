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

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Judgement on whether a request was sent by the page of this process, or by a page of
 * somebody else in the browser of a user who may give orders.
 */
final class RequestOrigin {

	static final String HEADER = "X-Leader-Console-Token";

	private static final int TOKEN_BYTES = 32;

	private final HostRule hosts;

	private final String token;

	RequestOrigin(HostRule hosts) {
		this.hosts = hosts;
		byte[] random = new byte[TOKEN_BYTES];
		new SecureRandom().nextBytes(random);
		this.token = HexFormat.of().formatHex(random);
	}

	String token() {
		return this.token;
	}

	/**
	 * Return what speaks against a request.
	 * @param request the request
	 * @return a sentence for people, or {@code null} if it was sent by the page
	 */
	@Nullable String objection(HttpServletRequest request) {
		String foreign = this.hosts.objection(request);
		if (foreign != null) {
			return foreign;
		}
		String site = request.getHeader("Sec-Fetch-Site");
		if (site != null && !site.equals("same-origin")) {
			return "The order was sent by a page of another site";
		}
		String origin = request.getHeader("Origin");
		if (site == null && origin != null && !isOwn(origin, request)) {
			return "The order was sent by a page of another site";
		}
		String given = request.getHeader(HEADER);
		if (given == null) {
			return "The header '%s' is missing: orders are taken from the page only, use the endpoint 'leader' otherwise"
				.formatted(HEADER);
		}
		if (!MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8),
				this.token.getBytes(StandardCharsets.UTF_8))) {
			return "The page was made by another process: load it again";
		}
		return null;
	}

	private static boolean isOwn(String origin, HttpServletRequest request) {
		String host = request.getHeader("Host");
		try {
			URI address = URI.create(origin);
			String authority = address.getAuthority();
			return authority != null && request.getScheme().equalsIgnoreCase(address.getScheme())
					&& (authority.equalsIgnoreCase(host) || authority.equalsIgnoreCase(visible(request)));
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	// As forwarded headers tell it, where the application reads them.
	private static String visible(HttpServletRequest request) {
		String scheme = request.getScheme().toLowerCase(Locale.ROOT);
		int port = request.getServerPort();
		boolean usual = (scheme.equals("https") && port == 443) || (scheme.equals("http") && port == 80);
		return usual ? request.getServerName() : request.getServerName() + ":" + port;
	}

}
