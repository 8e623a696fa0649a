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

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Body of an order, read strictly: one object, each key at most once, known keys only.
 *
 * @param values the values by their keys, as far as they could be read
 * @param fault what is wrong with the body, or {@code null}
 */
public record OrderBody(Map<String, String> values, @Nullable String fault) {

	/**
	 * How many bytes a body may have.
	 */
	public static final int LONGEST = 16 * 1024;

	/**
	 * What is said of a body that has more.
	 */
	public static final String TOO_LONG = "An order has at most %d bytes".formatted(LONGEST);

	private static final String ELECTION = "election";

	private static final List<String> KEYS = List.of("action", "reason", "to", "term", "coolDown", "lineage");

	private static final List<String> KEYS_WITH_ELECTION = List.of(ELECTION, "action", "reason", "to", "term",
			"coolDown", "lineage");

	private static final JsonFactory JSON = JsonFactory.builder().build();

	/**
	 * Return whether a body is announced as JSON.
	 * @param contentType the type that the request names, or {@code null}
	 * @return whether it is
	 */
	public static boolean isJson(@Nullable String contentType) {
		if (contentType == null) {
			return false;
		}
		String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
		return type.equals("application/json") || type.endsWith("+json");
	}

	/**
	 * Read a body that names the election as well.
	 * @param body the body
	 * @return what was read
	 */
	public static OrderBody withElection(byte[] body) {
		OrderBody read = read(body, KEYS_WITH_ELECTION);
		return (read.fault() == null && read.values().getOrDefault(ELECTION, "").isBlank())
				? new OrderBody(read.values(), "'election' is missing") : read;
	}

	/**
	 * Read a body.
	 * @param body the body
	 * @return what was read
	 */
	static OrderBody read(byte[] body) {
		return read(body, KEYS);
	}

	private static OrderBody read(byte[] body, List<String> keys) {
		if (body.length > LONGEST) {
			return new OrderBody(Map.of(), TOO_LONG);
		}
		Map<String, String> values = new LinkedHashMap<>();
		try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text(body))) {
			return new OrderBody(values, read(parser, values, keys));
		}
		catch (CharacterCodingException ex) {
			return new OrderBody(values, "The order is no text in UTF-8");
		}
		catch (JacksonException ex) {
			return new OrderBody(values, "The order is no JSON that can be read" + place(ex.getLocation()));
		}
	}

	private static String place(@Nullable TokenStreamLocation location) {
		return (location != null) ? ": see line %d, column %d".formatted(location.getLineNr(), location.getColumnNr())
				: "";
	}

	// Jackson reads bytes more leniently than the rules of UTF-8 permit.
	private static String text(byte[] body) throws CharacterCodingException {
		String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
		return text.startsWith("\ufeff") ? text.substring(1) : text;
	}

	/**
	 * Return the order.
	 * @param actor who gives it
	 * @return the order, as far as it could be read
	 */
	public OrderRequest from(String actor) {
		return of(actor, this.values.getOrDefault(ELECTION, ""));
	}

	OrderRequest of(String actor, String election) {
		return new OrderRequest(actor, election, this.values.get("action"), this.values.get("reason"),
				this.values.get("to"), this.values.get("term"), this.values.get("coolDown"),
				this.values.get("lineage"));
	}

	private static @Nullable String read(JsonParser parser, Map<String, String> values, List<String> keys) {
		JsonToken token = parser.nextToken();
		if (token == null) {
			return null;
		}
		if (token != JsonToken.START_OBJECT) {
			return "An order is a JSON object with " + keys;
		}
		while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
			String key = parser.currentName();
			JsonToken value = parser.nextToken();
			if (!keys.contains(key)) {
				return "'%s' is unknown, an order may have %s".formatted(Order.printable(key), keys);
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
