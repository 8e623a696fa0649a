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

package io.leaderelection.sample.settlement;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationStyle;

/**
 * Properties of the settlement.
 *
 * @param window time after which payments are settled, by one run for all of them; at
 * most a day
 * @param batchSize number of payments that one payout settles at most
 * @param feeBasisPoints fee in hundredths of a percent of the settled amount
 */
@ConfigurationProperties("settlement")
public record SettlementProperties(@DefaultValue("1s") Duration window, @DefaultValue("500") int batchSize,
		@DefaultValue("140") int feeBasisPoints) {

	private static final Duration LONGEST_WINDOW = Duration.ofDays(1);

	public SettlementProperties {
		if (window.toMillis() < 1 || window.compareTo(LONGEST_WINDOW) > 0) {
			throw new IllegalArgumentException(
					"'settlement.window' must be from 1ms to 24h, but is " + DurationStyle.SIMPLE.print(window));
		}
		if (batchSize < 1) {
			throw new IllegalArgumentException("'settlement.batch-size' must be at least 1, but is " + batchSize);
		}
		if (feeBasisPoints < 0 || feeBasisPoints >= 10_000) {
			throw new IllegalArgumentException(
					"'settlement.fee-basis-points' must be from 0 to 9999, but is " + feeBasisPoints);
		}
	}

}
