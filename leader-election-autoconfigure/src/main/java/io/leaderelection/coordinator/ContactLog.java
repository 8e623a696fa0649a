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

package io.leaderelection.coordinator;

import java.time.Instant;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * What is remembered of the contact with a coordinator: the last answer and the last
 * failure. Safe for use by several threads.
 */
public final class ContactLog {

	private final Supplier<Instant> clock;

	private volatile @Nullable Instant lastContact;

	private volatile @Nullable String lastError;

	/**
	 * Create a log.
	 * @param clock the wall clock
	 */
	public ContactLog(Supplier<Instant> clock) {
		this.clock = clock;
	}

	/**
	 * Note an answer.
	 */
	public void answered() {
		this.lastContact = this.clock.get();
	}

	/**
	 * Note a failure.
	 * @param detail what was seen, without credentials
	 */
	public void failed(String detail) {
		this.lastError = this.clock.get() + " " + detail;
	}

	/**
	 * Return when the last answer came.
	 * @return the time, or {@code null} if there was none
	 */
	public @Nullable Instant lastContact() {
		return this.lastContact;
	}

	/**
	 * Return the last failure with its time.
	 * @return the failure, or {@code null} if there was none
	 */
	public @Nullable String lastError() {
		return this.lastError;
	}

}
