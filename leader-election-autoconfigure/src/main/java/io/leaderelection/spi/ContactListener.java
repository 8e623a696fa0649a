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

package io.leaderelection.spi;

import java.time.Duration;

/**
 * Receiver of what the engine sees of the contact with the coordinator, for metrics and
 * logs. Called on the engine's thread; must return at once. What it throws is logged and
 * disturbs nothing.
 */
public interface ContactListener {

	/**
	 * A session was opened or renewed.
	 * @param call what was asked
	 * @param elapsed the time from the question to the answer
	 */
	default void answered(Call call, Duration elapsed) {
	}

	/**
	 * A session could not be opened or renewed: no answer came in time, or the
	 * coordinator refused. An answer that comes later is told as well.
	 * @param call what was asked
	 * @param elapsed the time from the question to the failure
	 * @param detail what was seen, without credentials
	 */
	default void failed(Call call, Duration elapsed, String detail) {
	}

	/**
	 * The watch of the elections was disturbed, so that everything is listed anew.
	 * @param detail what was seen, without credentials
	 */
	default void watchLost(String detail) {
	}

	/**
	 * Calls that are made for as long as the engine runs.
	 */
	enum Call {

		/**
		 * Opening a session.
		 */
		OPEN,

		/**
		 * Renewing it.
		 */
		RENEW

	}

}
