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

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.leaderelection.servers.PostgresDatabase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the names of metrics and labels in alerts and dashboard: the application
 * exposes them.
 */
class MetricNamesTests {

	@RegisterExtension
	static final PostgresDatabase database = new PostgresDatabase();

	private static Map<String, Map<String, Set<String>>> exposed = Map.of();

	@BeforeAll
	static void readMetrics() {
		exposed = ExposedMetrics.read(database.dataSource());
	}

	static Stream<PromQuery> queries() {
		Dashboard dashboard = Dashboard.read();
		return Stream.of(Alert.queries(), dashboard.queries(), dashboard.variables()).flatMap((queries) -> queries);
	}

	@ParameterizedTest
	@MethodSource("queries")
	void applicationExposesWhatTheQueryNames(PromQuery query) {
		assertThat(query.mistakes(exposed)).isEmpty();
	}

	@Test
	void testsOfAlertsAreFedWithWhatTheApplicationExposes() {
		assertThat(Alert.testedSeries()).isNotEmpty()
			.allSatisfy(
					(series) -> assertThat(new PromQuery(series, series, "").metrics()).allMatch(exposed::containsKey));
	}

	@Test
	void whatTheApplicationDoesNotExposeIsNoticed() {
		String query = """
				sum by (job, tenant) (rate(leader_election_fence_rejections_total{by="fense", shard="1"}[5m]))
				  / on (job) leader_election_leaders""";
		assertThat(new PromQuery("Alert", query, "{{ $labels.election }}").mistakes(exposed)).containsExactlyInAnyOrder(
				"Alert: no metric leader_election_leaders",
				"Alert: leader_election_fence_rejections_total has no label tenant",
				"Alert: leader_election_fence_rejections_total never has by=\"fense\"",
				"Alert: leader_election_fence_rejections_total never has shard=\"1\"",
				"Alert shows label election, which its query drops");
		assertThat(new PromQuery("Panel", "vector(1)", "").mistakes(exposed)).containsExactly("Panel names no metric");
	}

}
