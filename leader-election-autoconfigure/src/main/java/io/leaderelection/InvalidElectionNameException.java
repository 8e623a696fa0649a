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

package io.leaderelection;

/**
 * Exception thrown when the name of an election breaks the rules of {@link ElectionName}.
 */
public class InvalidElectionNameException extends LeaderElectionException {

	private final String name;

	public InvalidElectionNameException(String name) {
		super("Invalid election name '" + abbreviate(name)
				+ "': use segments of letters, digits, '.', '_' and '-' joined by '/', at most "
				+ ElectionName.MAX_LENGTH + " characters");
		this.name = name;
	}

	/**
	 * Return the rejected name.
	 * @return the rejected name
	 */
	public String getName() {
		return this.name;
	}

	private static String abbreviate(String name) {
		return (name.length() <= ElectionName.MAX_LENGTH) ? name : name.substring(0, ElectionName.MAX_LENGTH) + "...";
	}

}
