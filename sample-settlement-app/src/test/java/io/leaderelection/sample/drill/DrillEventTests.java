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

package io.leaderelection.sample.drill;

import java.time.Instant;

import io.leaderelection.sample.drill.DrillEvent.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DrillEvent}.
 */
class DrillEventTests {

	private static final Instant AT = Instant.parse("2026-11-30T09:15:00.123456Z");

	@Test
	void isReadFromTheLineOfALog() {
		DrillEvent event = new DrillEvent(Kind.GRANTED, "settlement", 5, AT, "grant g5");
		assertThat(DrillEvent.parse("2026-11-30 INFO [main] drill : " + event.format())).contains(event);
	}

	@Test
	void staysOneLineWhateverTheDetail() {
		DrillEvent event = new DrillEvent(Kind.FAILED, "", 0, AT, "first\n\tsecond\tthird");
		assertThat(event.format()).doesNotContain("\n");
		assertThat(DrillEvent.parse(event.format()))
			.contains(new DrillEvent(Kind.FAILED, "", 0, AT, "first second third"));
	}

	@Test
	void isNotFoundInOtherLines() {
		assertThat(DrillEvent.parse("Started in 3 seconds")).isEmpty();
	}

}
