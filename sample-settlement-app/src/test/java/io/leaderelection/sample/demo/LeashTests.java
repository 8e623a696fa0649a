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

package io.leaderelection.sample.demo;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Leash}.
 */
class LeashTests {

	@Test
	void endsTheRunWhenTheInputEnds() throws IOException {
		PipedOutputStream script = new PipedOutputStream();
		Leash leash = new Leash(new PipedInputStream(script));
		leash.pause(Duration.ofMillis(1));
		assertThat(leash.isEnded()).isFalse();
		script.close();
		Awaitility.await().until(leash::isEnded);
		assertThatExceptionOfType(RunEndedException.class).isThrownBy(() -> leash.pause(Duration.ofDays(1)));
	}

}
