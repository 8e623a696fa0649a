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

import java.time.Instant;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link PaymentForm}.
 */
class PaymentFormTests {

	private static final Instant NOW = Instant.parse("2026-11-30T09:15:00.123456Z");

	private static final String ID = "3f0f7f5e-0f5b-4c8e-9a3b-2f6f7d1f0a11";

	@Test
	void acceptsACompletePayment() {
		Payment payment = new PaymentForm(ID, "baker-1", "1250", "EUR", "2026-11-30T08:00:00Z").toPayment(NOW);
		assertThat(payment)
			.isEqualTo(new Payment(UUID.fromString(ID), "baker-1", 1250, "EUR", Instant.parse("2026-11-30T08:00:00Z")));
	}

	@Test
	void takesThePresentTimeIfNoneIsGiven() {
		assertThat(new PaymentForm(ID, "baker-1", "1250", "EUR", null).toPayment(NOW).capturedAt()).isEqualTo(NOW);
	}

	@Test
	void namesEveryMissingField() {
		assertThatExceptionOfType(InvalidPaymentException.class)
			.isThrownBy(() -> new PaymentForm(null, " ", null, "", null).toPayment(NOW))
			.satisfies((ex) -> assertThat(ex.errors()).extracting(FieldError::toString)
				.containsExactly("id is missing", "merchant is missing", "amount is missing", "currency is missing"));
	}

	@ParameterizedTest
	@CsvSource({ "id, x", "id, 1-1-1-1-1", "merchant, a b", "merchant, -baker", "merchant, 'x;DROP TABLE payment'",
			"amount, 0", "amount, -5", "amount, 12.5", "amount, 1e3", "amount, 99999999999999999999",
			"amount, 1000000000001", "currency, eur", "currency, EURO", "currency, ABC", "currency, XXX",
			"capturedAt, yesterday", "capturedAt, 2026-11-30" })
	void refusesABadValueAndQuotesIt(String field, String value) {
		PaymentForm form = new PaymentForm(field.equals("id") ? value : ID,
				field.equals("merchant") ? value : "baker-1", field.equals("amount") ? value : "1250",
				field.equals("currency") ? value : "EUR", field.equals("capturedAt") ? value : null);
		assertThatExceptionOfType(InvalidPaymentException.class).isThrownBy(() -> form.toPayment(NOW))
			.withMessageStartingWith(field + " must be ")
			.withMessageEndingWith("but is '" + value + "'");
	}

	@Test
	void cutsWhatItQuotes() {
		assertThatExceptionOfType(InvalidPaymentException.class)
			.isThrownBy(() -> new PaymentForm("x".repeat(5000), "baker-1", "1", "EUR", null).toPayment(NOW))
			.satisfies((ex) -> assertThat(ex.getMessage()).hasSizeLessThan(200));
	}

}
