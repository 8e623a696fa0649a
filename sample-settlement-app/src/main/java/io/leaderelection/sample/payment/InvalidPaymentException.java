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

import java.util.List;
import java.util.stream.Collectors;

/**
 * Exception thrown for a payment whose fields break the rules.
 */
class InvalidPaymentException extends RuntimeException {

	private final transient List<FieldError> errors;

	InvalidPaymentException(List<FieldError> errors) {
		super(sentence(errors));
		this.errors = List.copyOf(errors);
	}

	private static String sentence(List<FieldError> errors) {
		return errors.stream().map(FieldError::toString).collect(Collectors.joining("; "));
	}

	String toSentence() {
		return sentence(this.errors);
	}

	List<FieldError> errors() {
		return this.errors;
	}

}
