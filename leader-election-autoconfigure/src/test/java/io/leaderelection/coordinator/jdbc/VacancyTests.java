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

package io.leaderelection.coordinator.jdbc;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.ControlOutcome;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.coordinator.WatchEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what PostgreSQL announces of elections that nobody leads any more.
 */
class VacancyTests {

	private final JdbcFixture fixture = new JdbcFixture(PostgresUnderTest.shared());

	private final JdbcCoordinator coordinator = this.fixture.coordinator();

	private final Session session = JdbcFixture.open(this.coordinator, "leader");

	private final List<WatchEvent> others = new CopyOnWriteArrayList<>();

	@BeforeEach
	void watch() {
		this.fixture.coordinator().watch(this.others::add);
		JdbcFixture.await(this.coordinator.enlist(this.session, JdbcFixture.ELECTION, Map.of()), Done.class);
		// The first change that is notified shows that the watch listens.
		Awaitility.await().until(() -> seen((view) -> view.candidates().containsKey("leader")));
	}

	@AfterEach
	void close() {
		this.fixture.close();
	}

	@Test
	void resignationIsHeardByOthersBeforeItIsSeen() {
		LeaderRecord record = win();
		resign(record);
		Awaitility.await().until(() -> seen((view) -> view.term().value() == 1 && view.leader() == null));
		int heard = this.others.indexOf(new WatchEvent.Vacated(JdbcFixture.ELECTION, 1));
		int seen = IntStream.range(0, this.others.size())
			.filter((i) -> this.others.get(i) instanceof WatchEvent.Observed observed
					&& observed.view().term().value() == 1 && observed.view().leader() == null)
			.findFirst()
			.orElseThrow();
		assertThat(heard).isBetween(0, seen - 1);
	}

	@Test
	void endOfASessionIsHeardToo() {
		win();
		JdbcFixture.await(this.coordinator.close(this.session), Done.class);
		Awaitility.await().until(() -> this.others.contains(new WatchEvent.Vacated(JdbcFixture.ELECTION, 1)));
	}

	@Test
	void termThatWasHandedToASuccessorIsNotHeardOf() {
		LeaderRecord record = win();
		JdbcFixture.await(this.coordinator.nominate(record, "leader"), Done.class);
		resign(record);
		Awaitility.await().until(() -> seen((view) -> view.term().value() == 1 && view.leader() == null));
		assertThat(this.others).noneMatch(WatchEvent.Vacated.class::isInstance);
	}

	@Test
	void pauseIsNotHeardOf() {
		win();
		JdbcFixture.await(this.coordinator.pause(JdbcFixture.ELECTION, JdbcFixture.REQUEST),
				ControlOutcome.Burned.class);
		Awaitility.await().until(() -> seen((view) -> view.pause() != null));
		assertThat(this.others).noneMatch(WatchEvent.Vacated.class::isInstance);
	}

	@Test
	void endOfManyTermsAtOnceIsSeenThoughItIsTooLongToBeHeard() {
		List<String> elections = IntStream.range(0, 100).mapToObj((i) -> "shard/" + "x".repeat(190) + i).toList();
		elections.forEach((election) -> JdbcFixture.await(
				this.coordinator
					.campaign(new Campaign(election, this.session, "grant", TermRecord.NONE, Instant.now(), Map.of())),
				CampaignOutcome.Won.class));
		JdbcFixture.await(this.coordinator.close(this.session), Done.class);
		Awaitility.await()
			.until(() -> elections.stream()
				.allMatch((election) -> seen((view) -> view.election().equals(election) && view.leader() == null
						&& view.term().value() == 1)));
	}

	private LeaderRecord win() {
		LeaderRecord record = JdbcFixture.win(this.coordinator, this.session);
		Awaitility.await().until(() -> seen((view) -> record.equals(view.leader())));
		return record;
	}

	private void resign(LeaderRecord record) {
		ChangeOutcome outcome = JdbcFixture
			.await(this.coordinator.resign(record, RevocationReason.RESIGNED, JdbcFixture.REQUEST));
		assertThat(outcome).isInstanceOf(Done.class);
	}

	private boolean seen(Predicate<ElectionView> condition) {
		return this.others.stream()
			.filter(WatchEvent.Observed.class::isInstance)
			.map((event) -> ((WatchEvent.Observed) event).view())
			.anyMatch(condition);
	}

}
