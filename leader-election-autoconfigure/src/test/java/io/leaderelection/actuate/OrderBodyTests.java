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

package io.leaderelection.actuate;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OrderBody}.
 */
class OrderBodyTests {

	@Test
	void overlongUtf8IsRefused() {
		byte[] body = "{\"reason\": \"##\"}".getBytes(StandardCharsets.US_ASCII);
		body[12] = (byte) 0xC0;
		body[13] = (byte) 0xAF;
		assertThat(OrderBody.read(body).fault()).isEqualTo("The order is no text in UTF-8");
		assertThat(OrderBody.withElection(body).fault()).isEqualTo("The order is no text in UTF-8");
	}

	@Test
	void byteOrderMarkIsSkipped() {
		assertThat(OrderBody.read("\ufeff{\"reason\": \"Störung\"}".getBytes(StandardCharsets.UTF_8)))
			.satisfies((read) -> {
				assertThat(read.fault()).isNull();
				assertThat(read.values()).containsEntry("reason", "Störung");
			});
	}

	@Test
	void limitsOfTheParserAreNotNamed() {
		String number = "{\"term\": " + "1".repeat(5_000) + "}";
		assertThat(OrderBody.read(number.getBytes(StandardCharsets.UTF_8)).fault())
			.matches("The order is no JSON that can be read(: see line 1, column [0-9]+)?");
	}

}
