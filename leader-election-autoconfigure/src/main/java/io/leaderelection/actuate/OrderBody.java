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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Body of an order, read strictly: one object, each key at most once, known keys only.
 *
 * @param values the values by their keys, as far as they could be read
 * @param fault what is wrong with the body, or {@code null}
 */
record OrderBody(Map<String, String> values, @Nullable String fault) {

	private static final List<String> KEYS = List.of("action", "reason", "to", "term", "coolDown", "lineage");

	private static final JsonFactory JSON = JsonFactory.builder().build();

	/**
	 * Return whether a body is announced as JSON.
	 * @param contentType the type that the request names, or {@code null}
	 * @return whether it is
	 */
	static boolean isJson(@Nullable String contentType) {
		if (contentType == null) {
			return false;
		}
		String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
		return type.equals("application/json") || type.endsWith("+json");
	}

	/**
	 * Read a body.
	 * @param body the body
	 * @param longest how many bytes it may have
	 * @param contentType the type that the request names, or {@code null}
	 * @return what was read
	 */
	static OrderBody read(byte[] body, int longest, @Nullable String contentType) {
		if (!isJson(contentType)) {
			return new OrderBody(Map.of(), "An order is 'application/json', but this is '%s'".formatted(contentType));
		}
		if (body.length > longest) {
			return new OrderBody(Map.of(), "An order has at most %d bytes".formatted(longest));
		}
		Map<String, String> values = new LinkedHashMap<>();
		try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
			return new OrderBody(values, read(parser, values));
		}
		catch (JacksonException ex) {
			return new OrderBody(values, "The order is no JSON that can be read: " + ex.getOriginalMessage());
		}
	}

	private static @Nullable String read(JsonParser parser, Map<String, String> values) {
		JsonToken token = parser.nextToken();
		if (token == null) {
			return null;
		}
		if (token != JsonToken.START_OBJECT) {
			return "An order is a JSON object with " + KEYS;
		}
		while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
			String key = parser.currentName();
			JsonToken value = parser.nextToken();
			if (!KEYS.contains(key)) {
				return "'%s' is unknown, an order may have %s".formatted(Order.printable(key), KEYS);
			}
			if (values.containsKey(key)) {
				return "'%s' stands there more than once, so it cannot be told which is meant".formatted(key);
			}
			if (value.isStructStart()) {
				return "'%s' must be a text or a number".formatted(key);
			}
			values.put(key, (value != JsonToken.VALUE_NULL) ? parser.getString() : "");
		}
		return (parser.nextToken() != null) ? "Something follows the order's JSON object" : null;
	}

}
