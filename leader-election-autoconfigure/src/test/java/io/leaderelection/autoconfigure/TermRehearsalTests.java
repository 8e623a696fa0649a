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

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TermRehearsal}.
 */
class TermRehearsalTests {

	@Test
	void oneInstanceTakesOverFromTheOther() {
		AtomicInteger prepared = new AtomicInteger();
		TermRehearsal rehearsal = new TermRehearsal(prepared::incrementAndGet);
		rehearsal.run();
		assertThat(rehearsal.terms()).isEqualTo(2);
		assertThat(prepared).hasValue(1);
	}

	@Test
	void preparationThatFailsKeepsNothingFromBeingRehearsed() {
		TermRehearsal rehearsal = new TermRehearsal(() -> {
			throw new IllegalStateException("for a test");
		});
		rehearsal.run();
		assertThat(rehearsal.terms()).isEqualTo(2);
	}

}
