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

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the settlement.
 *
 * @param batchSize number of payments that one payout settles at most
 * @param feeBasisPoints fee in hundredths of a percent of the settled amount
 */
@ConfigurationProperties("settlement")
public record SettlementProperties(@DefaultValue("500") int batchSize, @DefaultValue("140") int feeBasisPoints) {

	public SettlementProperties {
		if (batchSize < 1) {
			throw new IllegalArgumentException("'settlement.batch-size' must be at least 1, but is " + batchSize);
		}
		if (feeBasisPoints < 0 || feeBasisPoints >= 10_000) {
			throw new IllegalArgumentException(
					"'settlement.fee-basis-points' must be from 0 to 9999, but is " + feeBasisPoints);
		}
	}

}
