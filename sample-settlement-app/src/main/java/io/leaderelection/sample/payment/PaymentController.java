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

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.UUID;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * REST interface of captured payments, the same on every worker.
 */
@RestController
@RequestMapping("/payments")
class PaymentController {

	private final PaymentStore store;

	private final PaymentImport paymentImport;

	private final Clock clock;

	PaymentController(PaymentStore store, PaymentImport paymentImport, Clock clock) {
		this.store = store;
		this.paymentImport = paymentImport;
		this.clock = clock;
	}

	/**
	 * Capture one payment.
	 * @param form the payment
	 * @return 201 for a new payment, 200 for one that is there already, 409 if it is
	 * there with another content
	 */
	@PostMapping(consumes = "application/json")
	ResponseEntity<StoredPayment> capture(@RequestBody PaymentForm form) {
		Payment payment = form.toPayment(this.clock.instant());
		Capture capture = this.store.capture(List.of(payment));
		if (!capture.conflicting().isEmpty()) {
			throw new ResponseStatusException(HttpStatus.CONFLICT,
					"Payment " + payment.id() + " is there already with another merchant, amount or currency");
		}
		StoredPayment stored = find(payment.id());
		return (capture.stored() > 0) ? ResponseEntity.created(URI.create("/payments/" + payment.id())).body(stored)
				: ResponseEntity.ok(stored);
	}

	/**
	 * Return one payment.
	 * @param id the identifier
	 * @return the payment, or 404
	 */
	@GetMapping("/{id}")
	StoredPayment find(@PathVariable UUID id) {
		return this.store.find(id)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no payment " + id));
	}

	/**
	 * Capture the payments of a CSV document while it is being received.
	 * @param csv the document
	 * @return the report
	 * @throws IOException if the document breaks off
	 */
	@PostMapping(path = "/import", consumes = "text/csv")
	ImportReport importCsv(InputStream csv) throws IOException {
		return this.paymentImport.run(csv);
	}

	@ExceptionHandler
	ProblemDetail handle(InvalidPaymentException ex) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.UNPROCESSABLE_CONTENT, ex.toSentence());
		problem.setTitle("Invalid payment");
		problem.setProperty("errors", ex.errors());
		return problem;
	}

	@ExceptionHandler
	ProblemDetail handle(InvalidImportException ex) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, ex.getMessage());
		problem.setTitle("Invalid import");
		return problem;
	}

}
