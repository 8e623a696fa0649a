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

package io.leaderelection.autoconfigure;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * Comparison of names that people type: capital letters, dashes and underscores do not
 * count.
 */
final class Spelling {

	private static final int TYPING_ERRORS = 2;

	private static final int LETTERS_AN_ERROR = 3;

	private Spelling() {
	}

	/**
	 * Return the form that is the same for all spellings of a name.
	 * @param name the name
	 * @return the name in small letters, without dashes and underscores
	 */
	static String uniform(String name) {
		return name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
	}

	/**
	 * Return the name that somebody meant who made a typing error.
	 * @param name the name that was typed
	 * @param known the names that there are
	 * @return the nearest of them, if one is near enough: short names allow one wrong,
	 * missing, additional or exchanged letter, those from six letters on two
	 */
	static Optional<String> nearest(String name, Collection<String> known) {
		String typed = uniform(name);
		return known.stream()
			.filter((candidate) -> errors(typed, uniform(candidate)) <= allowed(uniform(candidate)))
			.min(Comparator.<String>comparingInt((candidate) -> errors(typed, uniform(candidate)))
				.thenComparing(Comparator.naturalOrder()));
	}

	private static int allowed(String name) {
		return Math.min(TYPING_ERRORS, name.length() / LETTERS_AN_ERROR);
	}

	private static int errors(String left, String right) {
		int[][] errors = new int[left.length() + 1][right.length() + 1];
		for (int row = 0; row <= left.length(); row++) {
			for (int column = 0; column <= right.length(); column++) {
				errors[row][column] = (row == 0 || column == 0) ? row + column
						: errors(errors, left, right, row, column);
			}
		}
		return errors[left.length()][right.length()];
	}

	private static int errors(int[][] errors, String left, String right, int row, int column) {
		int replaced = errors[row - 1][column - 1] + ((left.charAt(row - 1) == right.charAt(column - 1)) ? 0 : 1);
		int least = Math.min(replaced, 1 + Math.min(errors[row - 1][column], errors[row][column - 1]));
		boolean exchanged = row > 1 && column > 1 && left.charAt(row - 1) == right.charAt(column - 2)
				&& left.charAt(row - 2) == right.charAt(column - 1);
		return exchanged ? Math.min(least, 1 + errors[row - 2][column - 2]) : least;
	}

}
