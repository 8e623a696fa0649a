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

package io.leaderelection.console;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import io.leaderelection.LeaderChangedEvent;
import io.leaderelection.LeaderElection;
import io.leaderelection.ObservedLeader;
import io.leaderelection.actuate.OrderAnswer;
import io.leaderelection.console.RenewalSeries.Renewal;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.spi.ContactListener.Call;
import io.leaderelection.spi.RejectionListener.By;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link ConsoleRecords}, and for the hints for its JSON.
 */
class ConsoleRecordsTests {

	private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

	@Test
	void seriesKeepsTheLastRenewalsOnly() {
		RenewalSeries series = new RenewalSeries(() -> NOW);
		for (int i = 1; i <= 1000; i++) {
			series.answered(Call.RENEW, Duration.ofMillis(i));
		}
		assertThat(series.latest()).hasSize(120).last().isEqualTo(new Renewal(NOW, 1000, true));
	}

	@Test
	void seriesTellsFailuresAndLeavesOutOtherCalls() {
		RenewalSeries series = new RenewalSeries(() -> NOW);
		series.answered(Call.OPEN, Duration.ofMillis(5));
		series.failed(Call.RENEW, Duration.ofMillis(1500), "no answer");
		assertThat(series.latest()).containsExactly(new Renewal(NOW, 1500, false));
	}

	@Test
	void rejectionsAreCountedByElectionAndPlace() {
		RejectionCounts counts = new RejectionCounts();
		counts.rejected("settlement", By.FENCE);
		counts.rejected("settlement", By.FENCE);
		counts.rejected("settlement", By.PROCESS);
		assertThat(counts.of("settlement")).isEqualTo(new Rejections(2, 1));
		assertThat(counts.of("reporting")).isEqualTo(new Rejections(0, 0));
	}

	@Test
	void firstSightOfALeaderThatIsGoneCounts() {
		LeaderSightings sightings = new LeaderSightings();
		LeaderElection election = mock();
		given(election.name()).willReturn("settlement");
		ObservedLeader gone = new ObservedLeader("settlement", 7, "worker-1", NOW, Map.of());
		sightings.onApplicationEvent(new LeaderChangedEvent(election, gone, null, NOW));
		sightings.onApplicationEvent(new LeaderChangedEvent(election, gone, null, NOW.plusSeconds(1)));
		sightings.onApplicationEvent(new LeaderChangedEvent(election, null, gone, NOW));
		assertThat(sightings.end("settlement", 7)).isEqualTo(NOW);
		assertThat(sightings.end("settlement", 8)).isNull();
		assertThat(sightings.end("reporting", 7)).isNull();
		for (long term = 8; term < 200; term++) {
			sightings.onApplicationEvent(new LeaderChangedEvent(election,
					new ObservedLeader("settlement", term, "worker-1", NOW, Map.of()), null, NOW));
		}
		assertThat(sightings.end("settlement", 7)).isNull();
		assertThat(sightings.end("settlement", 199)).isEqualTo(NOW);
	}

	@Test
	void textFromOutsideStaysOneLineOfTheStream() {
		String hostile = "</script><img src=x onerror=alert(1)>\n\ndata: {}\r\n";
		TermSpan span = new TermSpan(1, HistoryEntry.Kind.GRANTED, hostile, NOW, null, false, null, hostile, hostile);
		ConsoleState state = new ConsoleState(NOW, new ConsoleState.Content(hostile, true, null, List.of(), List.of()));
		String frame = new String(new ConsoleJson().frame(state), StandardCharsets.UTF_8);
		assertThat(frame.lines()).hasSize(4);
		assertThat(frame).endsWith("\n\n");
		assertThat(JsonPath.<String>read(frame.substring(frame.indexOf('{')), "$.instance")).isEqualTo(hostile);
		assertThat(new String(new ConsoleJson().write(span), StandardCharsets.UTF_8)).doesNotContain("\n", "\r");
	}

	@Test
	void everythingThatIsWrittenAsJsonIsReachedByReflection() throws NoSuchMethodException {
		RuntimeHints hints = new RuntimeHints();
		new ConsoleRuntimeHints().registerHints(hints, getClass().getClassLoader());
		for (Class<?> type : List.of(ConsoleState.class, ConsoleState.Content.class, ConsoleState.ElectionState.class,
				TermSpan.class, Failover.class, Rejections.class, Renewal.class, OrderAnswer.class,
				JsonAnswer.Detail.class)) {
			assertThat(RuntimeHintsPredicates.reflection()
				.onMethodInvocation(type.getDeclaredMethod(type.getRecordComponents()[0].getName()))).accepts(hints);
		}
		ConsoleResources.NAMES.forEach(
				(name) -> assertThat(RuntimeHintsPredicates.resource().forResource("io/leaderelection/console/" + name))
					.accepts(hints));
	}

}
