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

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.util.ClassUtils;

/**
 * Token of Spring Security against forged requests, where the application uses it.
 *
 * @param header the header that has to carry the token
 * @param value the token
 */
record SecurityToken(String header, String value) {

	private static final boolean PRESENT = ClassUtils.isPresent("org.springframework.security.web.csrf.CsrfToken",
			SecurityToken.class.getClassLoader());

	static @Nullable SecurityToken of(HttpServletRequest request) {
		return PRESENT ? Reader.read(request) : null;
	}

	/**
	 * What needs Spring Security on the class path.
	 */
	private static final class Reader {

		private static @Nullable SecurityToken read(HttpServletRequest request) {
			return (request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken token)
					? new SecurityToken(token.getHeaderName(), token.getToken()) : null;
		}

	}

}
