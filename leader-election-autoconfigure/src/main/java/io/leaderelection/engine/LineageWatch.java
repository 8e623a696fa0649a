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

package io.leaderelection.engine;

import java.time.Duration;

import io.leaderelection.coordinator.LineageOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Identity of the coordinator's data. It is read until it is known and again after each
 * disruption, because another one means that the coordinator was replaced.
 */
final class LineageWatch {

	private static final Duration CALL_BOUND = Duration.ofSeconds(2);

	private static final Duration RETRY = Duration.ofMillis(200);

	private static final int SLOWEST_RETRY = 4;

	private final EngineRun run;

	private @Nullable String known;

	private @Nullable Moment asked;

	private int failures;

	LineageWatch(EngineRun run) {
		this.run = run;
	}

	@Nullable String known() {
		return this.known;
	}

	void forget() {
		this.known = null;
	}

	/**
	 * Read the lineage, as it is unknown or there is reason to doubt it, until the
	 * coordinator tells it.
	 */
	void read() {
		Moment sent = this.run.clock().now();
		this.asked = sent;
		this.run.calls()
			.<LineageOutcome>ask(sent, () -> this.run.parts().coordinator().lineage(), CALL_BOUND, (unknown) -> unknown,
					this::answered);
	}

	private void answered(LineageOutcome outcome, Moment sent) {
		if (!sent.isAfter(this.run.restored())) {
			return;
		}
		if (outcome instanceof LineageOutcome.Known answer) {
			this.failures = 0;
			this.asked = sent.equals(this.asked) ? null : this.asked;
			identified(answer.lineage());
		}
		else if (sent.equals(this.asked)) {
			Duration delay = RETRY.multipliedBy(1L << Math.min(SLOWEST_RETRY, this.failures++));
			this.run.after(this.run.jittered(delay, RETRY), this::readIfUnanswered);
		}
	}

	private void identified(String lineage) {
		if (this.known == null) {
			this.known = lineage;
			this.run.drivers().forEach((driver) -> driver.feed(new Input.LineageKnown(lineage)));
		}
		else if (!this.known.equals(lineage)) {
			this.run.restored("The lineage changed from '%s' to '%s'".formatted(this.known, lineage));
		}
	}

	private void readIfUnanswered() {
		if (this.asked != null) {
			read();
		}
	}

}
