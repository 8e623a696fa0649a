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

import java.util.Objects;

import io.leaderelection.spi.Eligibility;
import org.jspecify.annotations.Nullable;

/**
 * Regular question to others whether this instance can do the work of an election. A
 * judgement that throws counts against it.
 */
final class EligibilityWatch {

	private final EngineRun run;

	private final ElectionDriver driver;

	EligibilityWatch(EngineRun run, ElectionDriver driver) {
		this.run = run;
		this.driver = driver;
	}

	void judge() {
		if (this.driver.state().phase() instanceof Phase.Stopped) {
			return;
		}
		String reason = reasonAgainst();
		if (!Objects.equals(reason, this.driver.state().restraints().ineligible())) {
			this.driver.feed(new Input.Judged(reason));
		}
		if (!this.run.parts().eligibilities().isEmpty()) {
			this.run.after(this.driver.election().settings().renewInterval(), this::judge);
		}
	}

	private @Nullable String reasonAgainst() {
		for (Eligibility eligibility : this.run.parts().eligibilities()) {
			try {
				String reason = eligibility.reasonAgainst(this.driver.election().name());
				if (reason != null) {
					return reason;
				}
			}
			catch (RuntimeException ex) {
				return "The eligibility check failed: " + ex;
			}
		}
		return null;
	}

}
