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

package io.leaderelection.engine;

import org.jspecify.annotations.Nullable;

/**
 * Exception thrown when a setting of an election breaks a rule by itself or together with
 * another one.
 */
public class InvalidElectionSettingException extends IllegalArgumentException {

	private final String setting;

	private final @Nullable String limit;

	InvalidElectionSettingException(String setting, @Nullable String limit, String message) {
		super(message);
		this.setting = setting;
		this.limit = limit;
	}

	/**
	 * Return the setting that breaks a rule.
	 * @return the name of the setting, such as {@code renew-interval}
	 */
	public String getSetting() {
		return this.setting;
	}

	/**
	 * Return the setting that limits it.
	 * @return the name of the other setting, or {@code null} if none is concerned
	 */
	public @Nullable String getLimit() {
		return this.limit;
	}

}
