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

import jakarta.servlet.http.HttpServletResponse;

/**
 * Answer in JSON, which is a problem detail if something is wrong.
 *
 * @param status the status code
 * @param body what is told
 */
record JsonAnswer(int status, Object body) {

	private static final ConsoleJson JSON = new ConsoleJson();

	static JsonAnswer problem(int status, String title, String detail) {
		return new JsonAnswer(status, new Detail(status, title, detail));
	}

	void send(HttpServletResponse response) throws IOException {
		byte[] content = JSON.write(this.body);
		response.setStatus(this.status);
		response.setContentType(
				(this.status >= HttpServletResponse.SC_BAD_REQUEST) ? "application/problem+json" : "application/json");
		response.setContentLength(content.length);
		response.getOutputStream().write(content);
	}

	/**
	 * Problem detail.
	 *
	 * @param status the status code
	 * @param title the status in words
	 * @param detail a sentence for people
	 */
	record Detail(int status, String title, String detail) {

	}

}
