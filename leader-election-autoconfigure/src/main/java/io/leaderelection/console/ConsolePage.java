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

import java.nio.charset.StandardCharsets;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The page. What it shows comes by the stream; it carries only the tokens that orders
 * need, and links that are relative, so that they are right behind any proxy.
 */
final class ConsolePage {

	private final String template = new String(ConsoleResources.read(ConsoleResources.PAGE), StandardCharsets.UTF_8);

	private final String path;

	private final RequestOrigin origin;

	ConsolePage(String path, RequestOrigin origin) {
		this.path = path;
		this.origin = origin;
	}

	byte[] render(HttpServletRequest request) {
		SecurityToken security = SecurityToken.of(request);
		return this.template.replace("${base}", base(request.getPathInfo()))
			.replace("${token-header}", RequestOrigin.HEADER)
			.replace("${token}", this.origin.token())
			.replace("${security-header}", (security != null) ? escape(security.header()) : "")
			.replace("${security-token}", (security != null) ? escape(security.value()) : "")
			.getBytes(StandardCharsets.UTF_8);
	}

	// Without a slash at its end, the address of the page is taken for a file.
	private String base(@Nullable String below) {
		return (below != null) ? "" : escape(this.path.substring(this.path.lastIndexOf('/') + 1)) + "/";
	}

	private static String escape(String text) {
		return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
	}

}
