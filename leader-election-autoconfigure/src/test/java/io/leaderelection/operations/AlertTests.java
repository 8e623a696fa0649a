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
import java.util.Locale;

import io.leaderelection.servers.Promtool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the alerts: Prometheus itself runs their cases, and the runbook explains them
 * all.
 */
class AlertTests {

	private static final String RUNBOOK = "docs/runbook.md";

	static List<Alert> alerts() {
		return Alert.all();
	}

	@Test
	void alertsFireWhenTheyShouldAndOnlyThen() {
		Promtool.run("check", "rules", Alert.RULES.toString());
		Promtool.run("test", "rules", Alert.TESTS.toString());
	}

	@ParameterizedTest
	@MethodSource("alerts")
	void alertHasCasesInWhichItFiresAndInWhichItDoesNot(Alert alert) {
		assertThat(Alert.tested(true)).contains(alert.name());
		assertThat(Alert.tested(false)).contains(alert.name());
	}

	@ParameterizedTest
	@MethodSource("alerts")
	void alertSaysWhatIsTheMatterAndWhereToReadOn(Alert alert) {
		assertThat(alert.annotations()).containsKeys("summary", "description")
			.containsEntry("runbook", RUNBOOK + "#" + alert.name().toLowerCase(Locale.ROOT));
	}

	@Test
	void runbookHasASectionForEachAlertAndForNoOther() throws IOException {
		assertThat(Files.readAllLines(Path.of("..").resolve(RUNBOOK)))
			.filteredOn((line) -> line.matches("#+ LeaderElection\\w+"))
			.extracting((line) -> line.replaceFirst("#+ ", ""))
			.containsExactlyElementsOf(alerts().stream().map(Alert::name).toList());
	}

}
