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

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

import io.leaderelection.ControlRequest;
import io.leaderelection.ElectionName;
import io.leaderelection.coordinator.TermRecord;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;

/**
 * Order whose form was judged: it has what its action needs, and nothing else.
 *
 * @param action what is to be done
 * @param request who ordered it and why
 * @param parameters the texts of the parameters, by their names
 */
record Order(OrderAction action, ControlRequest request, Map<String, String> parameters) {

	private static final int LONGEST_TEXT = 500;

	private static final Duration LONGEST_COOL_DOWN = Duration.ofDays(1);

	private static final Pattern TERM = Pattern.compile("[0-9]{1,18}");

	private static final Pattern BARE_NUMBER = Pattern.compile("0*[1-9][0-9]*");

	private static final Map<OrderAction, Set<String>> NEEDED = Map.of(OrderAction.TRANSFER, Set.of("to"),
			OrderAction.RELEASE, Set.of("term"), OrderAction.ADOPT, Set.of("lineage"), OrderAction.RAISE_TERM,
			Set.of("term", "to"));

	private static final Map<OrderAction, Set<String>> POSSIBLE = Map.of(OrderAction.RESIGN, Set.of("coolDown"));

	/**
	 * Judge the form of an order.
	 * @param given the order as it was given
	 * @return the order
	 * @throws InvalidOrderException if it is wrong, with a message that says what to mend
	 */
	static Order of(OrderRequest given) {
		OrderAction action = action(given.action());
		ControlRequest request = new ControlRequest(given.actor(), reason(given.reason()));
		Map<String, String> parameters = new TreeMap<>();
		put(parameters, "to", given.to());
		put(parameters, "term", given.term());
		put(parameters, "coolDown", given.coolDown());
		put(parameters, "lineage", given.lineage());
		Set<String> missing = new TreeSet<>(NEEDED.getOrDefault(action, Set.of()));
		missing.removeAll(parameters.keySet());
		if (!missing.isEmpty()) {
			throw new InvalidOrderException("'%s' needs %s".formatted(action.word(), quoted(missing)));
		}
		Set<String> surplus = new TreeSet<>(parameters.keySet());
		surplus.removeAll(NEEDED.getOrDefault(action, Set.of()));
		surplus.removeAll(POSSIBLE.getOrDefault(action, Set.of()));
		if (!surplus.isEmpty()) {
			throw new InvalidOrderException("'%s' takes no %s".formatted(action.word(), quoted(surplus)));
		}
		Order order = new Order(action, request, parameters);
		order.check();
		return order;
	}

	private void check() {
		switch (this.action) {
			case RELEASE -> term("term");
			case RAISE_TERM -> {
				if (!TermRecord.isPermittedRaise(term("term"), term("to"))) {
					throw new InvalidOrderException(
							"'to' must be above 'term' by at most 2^32, and at most 2^62, but is %s and 'term' is %s"
								.formatted(text("to"), text("term")));
				}
			}
			case RESIGN -> coolDown(Duration.ZERO);
			default -> {
			}
		}
	}

	String text(String parameter) {
		return this.parameters.getOrDefault(parameter, "");
	}

	long term(String parameter) {
		String text = text(parameter);
		// Long.parseLong takes the digits of every script.
		if (TERM.matcher(text).matches()) {
			return Long.parseLong(text);
		}
		throw new InvalidOrderException(
				"'%s' must be a term, so up to 18 digits from 0 to 9, but is '%s'".formatted(parameter, text));
	}

	Duration coolDown(Duration unlessGiven) {
		String text = this.parameters.get("coolDown");
		if (text == null) {
			return unlessGiven;
		}
		Duration coolDown;
		if (BARE_NUMBER.matcher(text).matches()) {
			throw new InvalidOrderException(
					"'coolDown' must have a unit, such as %ss, but is '%s'".formatted(text, text));
		}
		try {
			coolDown = DurationStyle.detectAndParse(text);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidOrderException(
					"'coolDown' must be a duration such as 30s or PT30S, but is '%s'".formatted(text));
		}
		if (coolDown.isNegative() || coolDown.compareTo(LONGEST_COOL_DOWN) > 0) {
			throw new InvalidOrderException("'coolDown' must be from 0s to 1d, but is '%s'".formatted(text));
		}
		return coolDown;
	}

	private static OrderAction action(@Nullable String word) {
		if (word == null || word.isBlank()) {
			throw new InvalidOrderException("'action' is missing: use one of " + OrderAction.words());
		}
		return OrderAction.of(word)
			.orElseThrow(() -> new InvalidOrderException(
					"'action' must be one of %s, but is '%s'".formatted(OrderAction.words(), excerpt(word))));
	}

	private static String reason(@Nullable String text) {
		if (text == null || text.codePoints().allMatch(Order::isSpace)) {
			throw new InvalidOrderException("'reason' is missing: say why, as it is kept in the history");
		}
		return checked("reason", text.strip());
	}

	private static boolean isSpace(int character) {
		return Character.isWhitespace(character) || Character.isSpaceChar(character);
	}

	private static void put(Map<String, String> parameters, String name, @Nullable String text) {
		if (text != null && !text.isBlank()) {
			parameters.put(name, checked(name, text.strip()));
		}
	}

	private static String checked(String name, String text) {
		if (text.length() > LONGEST_TEXT) {
			throw new InvalidOrderException("'%s' must have at most %d characters".formatted(name, LONGEST_TEXT));
		}
		if (!text.equals(printable(text))) {
			throw new InvalidOrderException("'%s' must have no control characters".formatted(name));
		}
		return text;
	}

	/**
	 * Return a text that breaks no line of a log.
	 * @param text the text
	 * @return the text, shortened, and without characters that steer a terminal or the
	 * direction of the text
	 */
	static String printable(String text) {
		String shortened = (text.length() > LONGEST_TEXT) ? text.substring(0, LONGEST_TEXT) : text;
		return shortened.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029]", "?");
	}

	/**
	 * Return the beginning of a text that stands in an answer for nothing but to be
	 * recognized.
	 * @param text the text
	 * @return the text as by {@link #printable(String)}, with at most as many characters
	 * as the name of an election may have
	 */
	static String excerpt(String text) {
		String shortened = (text.length() > ElectionName.MAX_LENGTH)
				? text.substring(0, ElectionName.MAX_LENGTH - 1) + "…" : text;
		return printable(shortened);
	}

	private static String quoted(Set<String> names) {
		return "'" + String.join("' and '", names) + "'";
	}

}
