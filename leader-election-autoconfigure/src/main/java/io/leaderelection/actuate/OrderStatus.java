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

/**
 * What becomes of an order, in terms of HTTP.
 */
public enum OrderStatus {

	/**
	 * It took effect.
	 */
	DONE(200, "Done"),

	/**
	 * It goes on, but has not ended within the time that an answer may take.
	 */
	UNDER_WAY(202, "Under way"),

	/**
	 * The request is wrong; nothing changed.
	 */
	INVALID(400, "Invalid order"),

	/**
	 * Who asked may not give orders in this way; nothing changed.
	 */
	FORBIDDEN(403, "Forbidden"),

	/**
	 * There is no such election here; nothing changed.
	 */
	UNKNOWN_ELECTION(404, "Unknown election"),

	/**
	 * The instance to transfer to is no candidate; nothing changed.
	 */
	UNKNOWN_TARGET(404, "Unknown target"),

	/**
	 * The election is in another state than the order requires; nothing changed.
	 */
	CONFLICT(409, "Conflict"),

	/**
	 * The request is too long to be read; nothing changed.
	 */
	TOO_LARGE(413, "Too large"),

	/**
	 * The request is not announced as what is read here; nothing changed.
	 */
	UNSUPPORTED_TYPE(415, "Unsupported media type"),

	/**
	 * The coordinator did not confirm the order, which may have taken effect.
	 */
	UNCONFIRMED(503, "Not confirmed");

	private static final int LOWEST_REFUSAL = 400;

	private static final int LOWEST_FAILURE = 500;

	private final int code;

	private final String title;

	OrderStatus(int code, String title) {
		this.code = code;
		this.title = title;
	}

	int code() {
		return this.code;
	}

	String title() {
		return this.title;
	}

	static boolean isRefusal(int code) {
		return code >= LOWEST_REFUSAL && code < LOWEST_FAILURE;
	}

}
