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
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;

import io.leaderelection.sample.TestDatabase;
import org.junit.jupiter.api.Test;

import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PaymentController} on PostgreSQL.
 */
class PaymentControllerTests {

	private static final UUID ID = new UUID(1, 2);

	private static final String PAYMENT = """
			{"id": "%s", "merchant": "baker", "amount": 1250, "currency": "EUR"}
			""".formatted(ID);

	private final MockMvcTester mvc = mvc();

	private static MockMvcTester mvc() {
		Clock clock = Clock.fixed(Instant.parse("2026-11-30T09:15:00Z"), ZoneOffset.UTC);
		PaymentStore store = new PaymentStore(TestDatabase.migrated().jdbc());
		return MockMvcTester.create(
				MockMvcBuilders.standaloneSetup(new PaymentController(store, new PaymentImport(store, clock), clock))
					.build());
	}

	@Test
	void capturesAPayment() {
		MvcTestResult result = post(PAYMENT);
		assertThat(result).hasStatus(201).hasHeader("Location", "/payments/" + ID);
		assertThat(result).bodyJson().isLenientlyEqualTo("""
				{"id": "%s", "merchant": "baker", "amount": 1250, "currency": "EUR", "status": "CAPTURED",
					"capturedAt": "2026-11-30T09:15:00Z"}
				""".formatted(ID));
	}

	@Test
	void answersARepeatedPaymentWithTheStoredOne() {
		post(PAYMENT);
		assertThat(post(PAYMENT)).hasStatus(200);
		assertThat(this.mvc.get().uri("/payments/{id}", ID)).hasStatus(200);
	}

	@Test
	void refusesAPaymentThatIsThereWithAnotherContent() {
		post(PAYMENT);
		assertThat(post(PAYMENT.replace("1250", "1251"))).hasStatus(409);
		assertThat(this.mvc.get().uri("/payments/{id}", ID)).bodyJson().extractingPath("amount").isEqualTo(1250);
	}

	@Test
	void namesEveryFieldThatIsWrong() {
		MvcTestResult result = post("{\"id\": \"7\", \"amount\": 12.5, \"currency\": \"EUR\"}");
		assertThat(result).hasStatus(422).hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
		assertThat(result).bodyJson().isLenientlyEqualTo("""
				{"title": "Invalid payment", "status": 422, "errors": [
					{"field": "id", "message": "must be a UUID, but is '7'"},
					{"field": "merchant", "message": "is missing"},
					{"field": "amount", "message":
						"must be a whole number of minor units from 1 to 1000000000000, but is '12.5'"}]}
				""");
	}

	@Test
	void refusesWhatIsNoJson() {
		assertThat(post("{\"id\": ")).hasStatus(400);
		assertThat(this.mvc.post().uri("/payments").contentType(MediaType.TEXT_PLAIN).content("x")).hasStatus(415);
	}

	@Test
	void doesNotFindWhatIsNotThere() {
		assertThat(this.mvc.get().uri("/payments/{id}", ID)).hasStatus(404);
		assertThat(this.mvc.get().uri("/payments/7")).hasStatus(400);
	}

	@Test
	void importsCsvAndReportsBadRows() {
		MvcTestResult result = postCsv("id,merchant,amount,currency\n" + ID + ",baker,1250,EUR\nx,baker,1,EUR\n");
		assertThat(result).hasStatus(200);
		assertThat(result).bodyJson().isLenientlyEqualTo("""
				{"rows": 2, "stored": 1, "repeated": 0, "bad": 1,
					"badRows": [{"line": 3, "reason": "id must be a UUID, but is 'x'"}]}
				""");
	}

	@Test
	void refusesCsvWithoutTheHeader() {
		MvcTestResult result = postCsv("1;2;3");
		assertThat(result).hasStatus(400).bodyJson().extractingPath("title").isEqualTo("Invalid import");
	}

	private MvcTestResult post(String json) {
		return this.mvc.post().uri("/payments").contentType(MediaType.APPLICATION_JSON).content(json).exchange();
	}

	private MvcTestResult postCsv(String csv) {
		return this.mvc.post().uri("/payments/import").contentType("text/csv").content(csv).exchange();
	}

}
