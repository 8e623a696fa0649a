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
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Payment as it comes from outside, with nothing checked yet.
 *
 * @param id the identifier, a UUID
 * @param merchant the merchant
 * @param amount the amount in minor units
 * @param currency the ISO 4217 code of the currency
 * @param capturedAt when the payment was captured, as an ISO 8601 instant; now if left
 * out
 */
public record PaymentForm(@Nullable String id, @Nullable String merchant, @Nullable String amount,
		@Nullable String currency, @Nullable String capturedAt) {

	/**
	 * Greatest amount of one payment, which keeps the sums of a batch far from overflow.
	 */
	static final long MAXIMUM_AMOUNT = 1_000_000_000_000L;

	private static final Pattern MERCHANT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

	private static final Pattern UUID_TEXT = Pattern
		.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

	private static final Set<String> CURRENCIES = Currency.getAvailableCurrencies()
		.stream()
		.filter((currency) -> currency.getDefaultFractionDigits() >= 0)
		.map(Currency::getCurrencyCode)
		.collect(Collectors.toUnmodifiableSet());

	/**
	 * Check every field.
	 * @param now the capture time if the form has none
	 * @return the payment
	 * @throws InvalidPaymentException if any field is missing or wrong, naming all of
	 * them
	 */
	Payment toPayment(Instant now) {
		List<FieldError> errors = new ArrayList<>();
		UUID id = id(errors);
		String merchant = matching("merchant", this.merchant, MERCHANT,
				"must be 1 to 64 letters, digits, '.', '_' or '-', and begin with a letter or digit", errors);
		Long amount = amount(errors);
		String currency = currency(errors);
		Instant capturedAt = capturedAt(now, errors);
		if (id == null || merchant == null || amount == null || currency == null || capturedAt == null) {
			throw new InvalidPaymentException(errors);
		}
		return new Payment(id, merchant, amount, currency, capturedAt);
	}

	private @Nullable UUID id(List<FieldError> errors) {
		String text = matching("id", this.id, UUID_TEXT, "must be a UUID", errors);
		return (text != null) ? UUID.fromString(text) : null;
	}

	private @Nullable Long amount(List<FieldError> errors) {
		String text = present("amount", this.amount, errors);
		if (text == null) {
			return null;
		}
		try {
			long amount = Long.parseLong(text);
			if (amount >= 1 && amount <= MAXIMUM_AMOUNT) {
				return amount;
			}
		}
		catch (NumberFormatException ex) {
			// Told below, as a number out of range is.
		}
		errors.add(new FieldError("amount",
				"must be a whole number of minor units from 1 to " + MAXIMUM_AMOUNT + ", but is " + quote(text)));
		return null;
	}

	private @Nullable String currency(List<FieldError> errors) {
		String text = present("currency", this.currency, errors);
		if (text == null || CURRENCIES.contains(text)) {
			return text;
		}
		errors.add(new FieldError("currency", "must be an ISO 4217 code in capital letters, but is " + quote(text)));
		return null;
	}

	private @Nullable Instant capturedAt(Instant now, List<FieldError> errors) {
		if (this.capturedAt == null || this.capturedAt.isBlank()) {
			return now.truncatedTo(ChronoUnit.MICROS);
		}
		try {
			return Instant.parse(this.capturedAt).truncatedTo(ChronoUnit.MICROS);
		}
		catch (DateTimeParseException ex) {
			errors.add(new FieldError("capturedAt",
					"must be an instant such as 2026-11-30T09:15:00Z, but is " + quote(this.capturedAt)));
			return null;
		}
	}

	private static @Nullable String matching(String field, @Nullable String value, Pattern pattern, String rule,
			List<FieldError> errors) {
		String text = present(field, value, errors);
		if (text == null || pattern.matcher(text).matches()) {
			return text;
		}
		errors.add(new FieldError(field, rule + ", but is " + quote(text)));
		return null;
	}

	private static @Nullable String present(String field, @Nullable String value, List<FieldError> errors) {
		if (value == null || value.isBlank()) {
			errors.add(new FieldError(field, "is missing"));
			return null;
		}
		return value;
	}

	private static String quote(String value) {
		return "'" + ((value.length() <= 80) ? value : value.substring(0, 80) + "…") + "'";
	}

}
