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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.jayway.jsonpath.JsonPath;
import io.leaderelection.servers.Promtool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the dashboard: it can be imported, and explains itself.
 */
class DashboardTests {

	private final Dashboard dashboard = Dashboard.read();

	@Test
	void dashboardCanBeImportedWhereverThereIsAPrometheus() {
		Map<String, Object> model = this.dashboard.json().read("$");
		assertThat(model).containsKeys("uid", "title", "schemaVersion").doesNotContainKeys("id", "__inputs");
		List<String> variables = this.dashboard.json().read("$.templating.list[*].name");
		assertThat(variables).containsExactly("datasource", "application", "election");
		List<String> sources = this.dashboard.json().read("$.panels[*]..datasource.uid");
		assertThat(sources).isNotEmpty().containsOnly("${datasource}");
		List<Integer> ids = this.dashboard.json().read("$.panels[*].id");
		assertThat(ids).doesNotHaveDuplicates();
	}

	@Test
	void panelsHaveADescriptionAndAUnit() {
		assertThat(this.dashboard.panels()).isNotEmpty().allSatisfy((panel) -> {
			assertThat((String) panel.get("description")).as("%s", panel.get("title")).isNotBlank();
			assertThat(JsonPath.<String>read(panel, "$.fieldConfig.defaults.unit")).isNotBlank();
		});
	}

	@Test
	void queriesAreThoseOfTheChosenApplication() {
		assertThat(this.dashboard.queries())
			.allSatisfy((query) -> assertThat(query.expression().split("leader_election_", -1).length).as("%s", query)
				.isEqualTo(query.expression().split("job=\"\\$application\"", -1).length));
	}

	@Test
	void prometheusUnderstandsAllQueries(@TempDir Path folder) throws IOException {
		String rules = this.dashboard.queries()
			.map((query) -> "  - record: query\n    expr: '%s'\n"
				.formatted(query.expression().replace("$__rate_interval", "5m")))
			.distinct()
			.collect(Collectors.joining("", "groups:\n- name: dashboard\n  rules:\n", ""));
		Path file = Files.writeString(folder.resolve("dashboard.yml"), rules);
		assertThat(Promtool.run("check", "rules", "--lint=none", file.toString())).contains("SUCCESS");
	}

}
