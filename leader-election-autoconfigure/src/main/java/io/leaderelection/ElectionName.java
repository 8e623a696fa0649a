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

import java.util.regex.Pattern;

/**
 * Rules for the names of elections: segments of letters, digits, {@code .}, {@code _} and
 * {@code -} joined by {@code /}, at most 200 characters. Names may be computed at run
 * time, therefore every way into the library checks them here.
 */
public final class ElectionName {

	/**
	 * Name of the election that is meant where none is given.
	 */
	public static final String DEFAULT = "default";

	/**
	 * Longest name that is accepted, in characters.
	 */
	public static final int MAX_LENGTH = 200;

	private static final Pattern VALID = Pattern.compile("[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*");

	private ElectionName() {
	}

	/**
	 * Return the given name if it is valid.
	 * @param name the name to check
	 * @return the same name
	 * @throws InvalidElectionNameException if the name breaks the rules of this class
	 */
	public static String requireValid(String name) {
		if (name.length() > MAX_LENGTH || !VALID.matcher(name).matches()) {
			throw new InvalidElectionNameException(name);
		}
		return name;
	}

}
