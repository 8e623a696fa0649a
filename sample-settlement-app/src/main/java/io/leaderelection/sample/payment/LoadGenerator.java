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

package io.leaderelection.sample.payment;

import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Generator of captured payments, as CSV documents for the import.
 */
public class LoadGenerator {

	private static final List<String> CURRENCIES = List.of("EUR", "USD", "GBP");

	private final Random random;

	private final int merchants;

	private final Clock clock;

	/**
	 * Create a generator.
	 * @param random the source of merchants, amounts and identifiers
	 * @param merchants the number of merchants
	 * @param clock the clock that the payments are captured by
	 */
	public LoadGenerator(Random random, int merchants, Clock clock) {
		this.random = random;
		this.merchants = merchants;
		this.clock = clock;
	}

	/**
	 * Return payments that were not returned before.
	 * @param count how many
	 * @return the payments
	 */
	public List<Payment> next(int count) {
		return Stream.generate(this::payment).limit(count).toList();
	}

	private Payment payment() {
		return new Payment(new UUID(this.random.nextLong(), this.random.nextLong()),
				"merchant-" + (1 + this.random.nextInt(this.merchants)), 100 + this.random.nextInt(20_000),
				CURRENCIES.get(this.random.nextInt(CURRENCIES.size())), this.clock.instant());
	}

	/**
	 * Return payments as a document for the import.
	 * @param payments the payments
	 * @return the document
	 */
	public static String toCsv(List<Payment> payments) {
		StringBuilder csv = new StringBuilder("id,merchant,amount,currency,captured_at\n");
		for (Payment payment : payments) {
			csv.append(payment.id())
				.append(',')
				.append(payment.merchant())
				.append(',')
				.append(payment.amount())
				.append(',')
				.append(payment.currency())
				.append(',')
				.append(payment.capturedAt())
				.append('\n');
		}
		return csv.toString();
	}

}
