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

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.gate.DeclaredElections;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/**
 * Report of settings for elections that nobody uses when the application is ready: a
 * mistyped name would otherwise leave an election with general settings.
 */
final class UnusedSettingsReport implements ApplicationListener<ApplicationReadyEvent> {

	private static final Log logger = LogFactory.getLog(UnusedSettingsReport.class);

	private final ConfiguredElections configured;

	private final DeclaredElections declared;

	private final LeaderElections elections;

	UnusedSettingsReport(ConfiguredElections configured, DeclaredElections declared, LeaderElections elections) {
		this.configured = configured;
		this.declared = declared;
		this.elections = elections;
	}

	@Override
	public void onApplicationEvent(ApplicationReadyEvent event) {
		List<String> used = this.elections.all().stream().map(LeaderElection::name).toList();
		List<String> unused = this.declared.unused(this.configured.names(), used);
		if (!unused.isEmpty()) {
			List<String> meant = Stream.of(this.declared.names(), this.declared.patterns(), used)
				.flatMap(List::stream)
				.distinct()
				.toList();
			logger.warn("There are settings below 'leader-election.elections' for %s, which nothing uses so far%s"
				.formatted(unused, hint(unused, meant)));
		}
	}

	private static String hint(List<String> unused, List<String> used) {
		return unused.stream()
			.flatMap((name) -> Spelling.nearest(name, used)
				.map((meant) -> "; '%s' is used and may be meant by '%s'".formatted(meant, name))
				.stream())
			.collect(Collectors.joining());
	}

}
