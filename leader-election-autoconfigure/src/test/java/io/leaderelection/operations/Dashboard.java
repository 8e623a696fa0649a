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

/**
 * Dashboard for Grafana.
 *
 * @param json its model
 */
record Dashboard(DocumentContext json) {

	private static final Path FILE = Path.of("..", "src", "operations", "grafana", "leader-election.json");

	private static final String LABEL_VALUES = "label_values\\((.*), (\\w+)\\)";

	static Dashboard read() {
		try {
			return new Dashboard(JsonPath.parse(Files.readString(FILE)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Return the panels that show something.
	 */
	List<Map<String, Object>> panels() {
		return this.json.read("$.panels[?(@.type != 'row')]");
	}

	/**
	 * Return the queries of the panels.
	 */
	Stream<PromQuery> queries() {
		return panels().stream()
			.flatMap((panel) -> targets(panel).stream()
				.map((target) -> new PromQuery((String) panel.get("title"), target.get("expr"),
						target.get("legendFormat"))));
	}

	/**
	 * Return the queries of the variables, as ones that group by the label they read.
	 */
	Stream<PromQuery> variables() {
		List<String> definitions = this.json.read("$.templating.list[*].definition");
		return definitions.stream()
			.map((definition) -> new PromQuery(definition, definition.replaceFirst(LABEL_VALUES, "group by ($2) ($1)"),
					""));
	}

	private static List<Map<String, String>> targets(Map<String, Object> panel) {
		return JsonPath.read(panel, "$.targets");
	}

}
