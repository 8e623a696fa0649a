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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.jayway.jsonpath.DocumentContext;
import com.jayway.jsonpath.JsonPath;
import org.yaml.snakeyaml.Yaml;

/**
 * Alert of the rules for Prometheus.
 *
 * @param name the name
 * @param expression the condition
 * @param annotations what people are told
 */
record Alert(String name, String expression, Map<String, String> annotations) {

	private static final Path FOLDER = Path.of("..", "src", "operations", "prometheus");

	static final Path TESTS = FOLDER.resolve("leader-election-rules-test.yml");

	static final Path RULES = FOLDER.resolve("leader-election-rules.yml");

	/**
	 * Return all alerts.
	 */
	static List<Alert> all() {
		List<Map<String, Object>> rules = read(RULES).read("$.groups[*].rules[*]");
		return rules.stream().map(Alert::of).toList();
	}

	@SuppressWarnings("unchecked")
	private static Alert of(Map<String, Object> rule) {
		return new Alert((String) rule.get("alert"), (String) rule.get("expr"),
				(Map<String, String>) rule.get("annotations"));
	}

	/**
	 * Return the alerts that the tests expect to fire, or not to, one for each case.
	 * @param firing which of them
	 */
	static List<String> tested(boolean firing) {
		List<Map<String, Object>> cases = read(TESTS).read("$.tests[*].alert_rule_test[*]");
		return cases.stream()
			.filter((test) -> ((List<?>) test.get("exp_alerts")).isEmpty() != firing)
			.map((test) -> (String) test.get("alertname"))
			.toList();
	}

	/**
	 * Return the time series that the tests are fed with.
	 */
	static List<String> testedSeries() {
		return read(TESTS).read("$.tests[*].input_series[*].series");
	}

	/**
	 * Return the condition as a query, and the labels that the texts mention.
	 */
	PromQuery query() {
		return new PromQuery(this.name, this.expression, String.join(" ", this.annotations.values()));
	}

	static Stream<PromQuery> queries() {
		return all().stream().map(Alert::query);
	}

	private static DocumentContext read(Path file) {
		try {
			Object document = new Yaml().load(Files.readString(file));
			return JsonPath.parse(document);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public String toString() {
		return this.name;
	}

}
