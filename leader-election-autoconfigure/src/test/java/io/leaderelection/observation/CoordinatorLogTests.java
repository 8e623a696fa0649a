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

package io.leaderelection.observation;

import java.time.Duration;
import java.util.List;

import io.leaderelection.spi.ContactListener.Call;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CoordinatorLog}.
 */
@ExtendWith(OutputCaptureExtension.class)
class CoordinatorLogTests {

	private long nanos;

	private final CoordinatorLog log = new CoordinatorLog("etcd", () -> this.nanos);

	@Test
	void failuresNowAndThenAreNoLoss(CapturedOutput output) {
		for (int i = 0; i < 10; i++) {
			fail(2);
			answer();
		}
		assertThat(lines(output)).isEmpty();
	}

	@Test
	void outageIsOneLineWhenItBeginsASummaryAMinuteAndOneLineWhenItEnds(CapturedOutput output) {
		answer();
		fail(130);
		answer();
		answer();
		assertThat(lines(output)).hasSize(4);
		assertThat(lines(output).get(0)).contains("WARN").contains("Lost contact with the coordinator etcd", "silent");
		assertThat(lines(output).get(1)).contains("WARN").contains("has been away for 63s, 63 calls failed");
		assertThat(lines(output).get(2)).contains("has been away for 123s, 123 calls failed");
		assertThat(lines(output).get(3)).contains("INFO").contains("answers again after 130s, in which 130 calls");
	}

	private void fail(int seconds) {
		for (int i = 0; i < seconds; i++) {
			this.nanos += Duration.ofSeconds(1).toNanos();
			this.log.failed(Call.RENEW, Duration.ofSeconds(1), "silent");
		}
	}

	private void answer() {
		this.log.answered(Call.RENEW, Duration.ofMillis(1));
	}

	private static List<String> lines(CapturedOutput output) {
		return output.toString().lines().filter((line) -> line.contains("coordinator etcd")).toList();
	}

}
