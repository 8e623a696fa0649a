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

package io.leaderelection.sample.local;

import java.time.Clock;
import java.util.Random;

import io.leaderelection.sample.payment.LoadGenerator;
import io.leaderelection.sample.payment.PaymentStore;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Payments that arrive all the time. Every worker captures some, whoever leads.
 */
@Component
@Profile("local")
class LocalLoad {

	private static final int MERCHANTS = 5;

	private final PaymentStore store;

	private final LoadGenerator generator;

	private final int paymentsPerSecond;

	LocalLoad(PaymentStore store, Clock clock,
			@Value("${settlement.local.payments-per-second}") int paymentsPerSecond) {
		this.store = store;
		this.generator = new LoadGenerator(new Random(), MERCHANTS, clock);
		this.paymentsPerSecond = paymentsPerSecond;
	}

	@Scheduled(fixedRateString = "1s")
	void capture() {
		this.store.capture(this.generator.next(this.paymentsPerSecond));
	}

}
