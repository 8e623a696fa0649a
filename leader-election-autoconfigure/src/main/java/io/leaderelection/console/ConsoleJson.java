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

import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON for the page, whatever the application does with its own.
 */
final class ConsoleJson {

	private final JsonMapper mapper = JsonMapper.builder()
		.disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
		.disable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
		.build();

	byte[] write(Object value) {
		return this.mapper.writeValueAsBytes(value);
	}

	// JSON escapes all line breaks, so that it is one line of data.
	byte[] frame(ConsoleState state) {
		return "retry: 1000\nevent: elections\ndata: %s\n\n".formatted(this.mapper.writeValueAsString(state))
			.getBytes(StandardCharsets.UTF_8);
	}

}
