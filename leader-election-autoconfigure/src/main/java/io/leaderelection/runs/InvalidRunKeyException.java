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

package io.leaderelection.runs;

import io.leaderelection.LeaderElectionException;

/**
 * Exception thrown when a string cannot be the key of a run.
 */
public class InvalidRunKeyException extends LeaderElectionException {

	private final String key;

	public InvalidRunKeyException(String key) {
		super("'%s' is no key of a run: use 1 to %d letters, digits and . _ - : / + =, a letter or digit first"
			.formatted(printable(key), RunKey.MAX_LENGTH));
		this.key = key;
	}

	/**
	 * Return the string that was refused.
	 * @return the string
	 */
	public String getKey() {
		return this.key;
	}

	private static String printable(String key) {
		String text = key.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029]", "?");
		return (text.length() > RunKey.MAX_LENGTH) ? text.substring(0, RunKey.MAX_LENGTH) + "..." : text;
	}

}
