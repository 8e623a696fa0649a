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

package io.leaderelection.console;

import java.nio.charset.StandardCharsets;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON between the page and this instance, whatever the application does with its own.
 */
final class ConsoleJson {

	private final JsonMapper mapper = JsonMapper.builder()
		.disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
		.disable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
		.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
		.build();

	byte[] write(Object value) {
		return this.mapper.writeValueAsBytes(value);
	}

	// JSON escapes all line breaks, so that it is one line of data.
	byte[] frame(ConsoleState state) {
		return "retry: 1000\nevent: elections\ndata: %s\n\n".formatted(this.mapper.writeValueAsString(state))
			.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Read an order.
	 * @param json the order in JSON
	 * @return the order
	 * @throws JacksonException if it is none
	 */
	OrderBody order(byte[] json) {
		OrderBody order = this.mapper.readValue(json, OrderBody.class);
		return (order != null) ? order : OrderBody.EMPTY;
	}

}
