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

package io.leaderelection.operations;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Query in the language of Prometheus, as far as it names metrics and labels.
 *
 * @param place where it stands
 * @param expression the expression
 * @param text the text that shows its result, with names of labels
 */
record PromQuery(String place, String expression, String text) {

	/**
	 * Labels that Prometheus adds to whatever it reads.
	 */
	private static final Set<String> TARGET_LABELS = Set.of("job", "instance");

	private static final Pattern SELECTOR = Pattern.compile("([a-zA-Z_:][\\w:]*)\\s*\\{([^}]*)}");

	private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");

	private static final Pattern GROUPING = Pattern
		.compile("\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\(([^)]*)\\)");

	private static final Pattern METRIC = Pattern.compile("(?<![\\w:.])([a-zA-Z_:][\\w:]*)(?!\\s*\\(|[\\w:])");

	private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset", "on", "by");

	private static final Pattern SHOWN = Pattern.compile("\\{\\{\\s*(?:\\$labels\\.)?(\\w+)\\s*}}");

	/**
	 * Return the names of the metrics.
	 */
	Set<String> metrics() {
		String bare = GROUPING.matcher(this.expression.replaceAll("\\[[^]]*]|\\{[^}]*}", " ")).replaceAll(" ");
		return groups(METRIC, bare).filter((name) -> !WORDS.contains(name))
			.collect(Collectors.toCollection(LinkedHashSet::new));
	}

	/**
	 * Return what does not go together with the metrics that the application exposes.
	 * @param exposed their labels with their values
	 */
	Set<String> mistakes(Map<String, Map<String, Set<String>>> exposed) {
		Set<String> mistakes = new TreeSet<>();
		Set<String> metrics = metrics();
		if (metrics.isEmpty()) {
			mistakes.add(this.place + " names no metric");
		}
		metrics.stream()
			.filter((metric) -> !exposed.containsKey(metric))
			.forEach((metric) -> mistakes.add("%s: no metric %s".formatted(this.place, metric)));
		metrics.retainAll(exposed.keySet());
		Set<String> grouped = labelsOf(GROUPING, this.expression);
		for (String metric : metrics) {
			grouped.stream()
				.filter((label) -> !has(exposed.get(metric), label))
				.forEach((label) -> mistakes.add("%s: %s has no label %s".formatted(this.place, metric, label)));
		}
		SELECTOR.matcher(this.expression)
			.results()
			.filter((selector) -> metrics.contains(selector.group(1)))
			.forEach((selector) -> mistakes.addAll(mistakes(selector, exposed.get(selector.group(1)))));
		labelsOf(SHOWN, this.text).stream()
			.filter((label) -> !grouped.contains(label))
			.forEach((label) -> mistakes.add("%s shows label %s, which its query drops".formatted(this.place, label)));
		return mistakes;
	}

	private Set<String> mistakes(MatchResult selector, Map<String, Set<String>> labels) {
		return MATCHER.matcher(selector.group(2))
			.results()
			.filter((matcher) -> !matches(labels, matcher))
			.map((matcher) -> "%s: %s never has %s".formatted(this.place, selector.group(1), matcher.group()))
			.collect(Collectors.toSet());
	}

	private static boolean matches(Map<String, Set<String>> labels, MatchResult matcher) {
		String label = matcher.group(1);
		String value = matcher.group(3);
		boolean open = TARGET_LABELS.contains(label) || !matcher.group(2).equals("=") || value.contains("$");
		return has(labels, label) && (open || labels.get(label).contains(value));
	}

	private static boolean has(Map<String, Set<String>> labels, String label) {
		return TARGET_LABELS.contains(label) || labels.containsKey(label);
	}

	private static Set<String> labelsOf(Pattern pattern, String text) {
		return groups(pattern, text).flatMap((group) -> Stream.of(group.split(",")))
			.map(String::trim)
			.filter((label) -> !label.isEmpty() && !label.equals("value"))
			.collect(Collectors.toSet());
	}

	private static Stream<String> groups(Pattern pattern, String text) {
		return pattern.matcher(text).results().map((result) -> result.group(1));
	}

}
