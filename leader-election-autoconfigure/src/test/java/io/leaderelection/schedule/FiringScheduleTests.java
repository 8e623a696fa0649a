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

package io.leaderelection.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

import io.leaderelection.runs.Firing;
import org.junit.jupiter.api.Test;

import org.springframework.scheduling.support.CronExpression;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FiringSchedule}: when a firing was missed, and when it is superfluous.
 */
class FiringScheduleTests {

	private static final Instant TWO = Instant.parse("2026-11-30T02:00:00Z");

	private final FiringSchedule nightly = new FiringSchedule.Cron(CronExpression.parse("0 0 2 * * *"), ZoneOffset.UTC);

	private final FiringSchedule hourly = new FiringSchedule.FixedRate(Duration.ofHours(1));

	private final FiringSchedule pausing = new FiringSchedule.FixedDelay(Duration.ofHours(1));

	@Test
	void cronIsMissedOnceTheNextTimeHasPassed() {
		Firing last = ran(TWO, 10);
		assertThat(this.nightly.isMissed(last, TWO.plus(Duration.ofHours(24)).minusMillis(1))).isFalse();
		assertThat(this.nightly.isMissed(last, TWO.plus(Duration.ofHours(24)))).isTrue();
		assertThat(this.nightly.isMissed(last, TWO.plus(Duration.ofDays(30)))).isTrue();
	}

	@Test
	void cronIsServedUntilItIsDueAgain() {
		Firing last = ran(TWO, 10);
		assertThat(this.nightly.isServed(last, TWO.plusSeconds(1))).isTrue();
		assertThat(this.nightly.isServed(last, TWO.plus(Duration.ofHours(24)))).isFalse();
	}

	@Test
	void cronThatFiresAMomentEarlyIsRememberedForItsTime() {
		Instant early = TWO.minusMillis(3);
		assertThat(this.nightly.nominal(early)).isEqualTo(TWO);
		assertThat(this.nightly.nominal(TWO.plusMillis(3))).isEqualTo(TWO.plusMillis(3));
		assertThat(this.nightly.isMissed(ran(this.nightly.nominal(early), 10), TWO.plusSeconds(30))).isFalse();
		assertThat(this.nightly.isServed(ran(TWO.minus(Duration.ofHours(24)), 10), early)).isFalse();
	}

	@Test
	void cronFollowsItsTimeZone() {
		FiringSchedule berlin = new FiringSchedule.Cron(CronExpression.parse("0 0 2 * * *"),
				ZoneId.of("Europe/Berlin"));
		assertThat(
				berlin.isMissed(ran(Instant.parse("2026-11-29T01:00:00Z"), 1), Instant.parse("2026-11-30T00:59:59Z")))
			.isFalse();
		assertThat(
				berlin.isMissed(ran(Instant.parse("2026-11-29T01:00:00Z"), 1), Instant.parse("2026-11-30T01:00:00Z")))
			.isTrue();
	}

	@Test
	void cronThatNeverComesAgainIsNotMissed() {
		FiringSchedule never = new FiringSchedule.Cron(CronExpression.parse("0 0 0 30 2 *"), ZoneOffset.UTC);
		assertThat(never.isMissed(ran(TWO, 1), TWO.plus(Duration.ofDays(400)))).isFalse();
		assertThat(never.isServed(ran(TWO, 1), TWO.plus(Duration.ofDays(400)))).isTrue();
	}

	@Test
	void rateCountsFromTheBeginning() {
		Firing last = ran(TWO, 1800);
		assertThat(this.hourly.isMissed(last, TWO.plusSeconds(3599))).isFalse();
		assertThat(this.hourly.isMissed(last, TWO.plusSeconds(3600))).isTrue();
		assertThat(this.hourly.isServed(last, TWO.plusSeconds(1799))).isTrue();
		assertThat(this.hourly.isServed(last, TWO.plusSeconds(1800))).isFalse();
	}

	@Test
	void delayCountsFromTheEnd() {
		Firing last = ran(TWO, 1800);
		assertThat(this.pausing.isMissed(last, TWO.plusSeconds(5399))).isFalse();
		assertThat(this.pausing.isMissed(last, TWO.plusSeconds(5400))).isTrue();
		assertThat(this.pausing.isServed(last, TWO.plusSeconds(3599))).isTrue();
		assertThat(this.pausing.isServed(last, TWO.plusSeconds(3600))).isFalse();
	}

	@Test
	void whatNeverRanServesNothingButIsMissedFromThenOn() {
		Firing known = new Firing(TWO, null);
		assertThat(this.nightly.isServed(known, TWO)).isFalse();
		assertThat(this.hourly.isServed(known, TWO)).isFalse();
		assertThat(this.pausing.isMissed(known, TWO.plusSeconds(3599))).isFalse();
		assertThat(this.pausing.isMissed(known, TWO.plusSeconds(3600))).isTrue();
	}

	@Test
	void firingFromTheFarFutureServesNothing() {
		Firing wrong = ran(TWO.plus(Duration.ofDays(365)), 1);
		assertThat(this.nightly.isServed(wrong, TWO)).isFalse();
		assertThat(this.hourly.isServed(wrong, TWO)).isFalse();
	}

	private static Firing ran(Instant began, long seconds) {
		return new Firing(began, began.plusSeconds(seconds));
	}

}
