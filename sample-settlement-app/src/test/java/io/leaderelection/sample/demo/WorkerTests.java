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

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link Worker}.
 */
class WorkerTests {

	@TempDir
	private Path directory;

	/**
	 * It may have ended since somebody looked, as when the demo ends.
	 */
	@Test
	void signalToAProcessThatEndedIsNoFailure() {
		Worker worker = Worker.start("worker", List.of("true"), this.directory.resolve("worker.log"), (event) -> {
		}, (ended, status) -> {
		});
		assertThat(worker.awaitExit(Duration.ofSeconds(30))).isTrue();
		assertThatNoException().isThrownBy(worker::kill);
	}

}
