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

package io.leaderelection.coordinator;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Format of stored values: lines of {@code name=value}, the first of which tells the
 * version of the format. An operator reads them with the tools of the store; a version
 * that only adds fields stays readable for older instances during a rolling upgrade, as
 * they skip names that they do not know. It needs no library that users may lack or have
 * in another version.
 */
public final class LineFormat {

	private static final String VERSION = "format";

	private static final String CURRENT = "1";

	private LineFormat() {
	}

	/**
	 * Encode fields in their order, so that equal records have equal bytes.
	 * @param fields the fields
	 * @return the value
	 */
	public static String encode(Map<String, String> fields) {
		StringBuilder lines = new StringBuilder(VERSION + "=" + CURRENT);
		fields.forEach((name, value) -> {
			lines.append('\n');
			escape(name, lines);
			lines.append('=');
			escape(value, lines);
		});
		return lines.toString();
	}

	/**
	 * Decode a value.
	 * @param value the value
	 * @return the fields
	 * @throws UnreadableRecordException if the value is no list of fields
	 */
	public static Map<String, String> decode(String value) {
		Map<String, String> fields = new LinkedHashMap<>();
		for (String line : value.split("\n", -1)) {
			int separator = line.indexOf('=');
			if (separator < 0) {
				throw new UnreadableRecordException("'%s' is no line of name=value".formatted(line));
			}
			fields.put(unescape(line.substring(0, separator)), unescape(line.substring(separator + 1)));
		}
		if (!fields.containsKey(VERSION)) {
			throw new UnreadableRecordException("the version of the format is missing");
		}
		return fields;
	}

	private static void escape(String text, StringBuilder target) {
		for (int i = 0; i < text.length(); i++) {
			char character = text.charAt(i);
			switch (character) {
				case '\\' -> target.append("\\\\");
				case '\n' -> target.append("\\n");
				case '=' -> target.append("\\e");
				default -> target.append(character);
			}
		}
	}

	private static String unescape(String text) {
		StringBuilder plain = new StringBuilder(text.length());
		boolean escaped = false;
		for (int i = 0; i < text.length(); i++) {
			char character = text.charAt(i);
			if (escaped) {
				plain.append(unescape(character));
				escaped = false;
			}
			else if (character == '\\') {
				escaped = true;
			}
			else {
				plain.append(character);
			}
		}
		if (escaped) {
			throw new UnreadableRecordException("'%s' ends within an escape".formatted(text));
		}
		return plain.toString();
	}

	private static char unescape(char escaped) {
		return switch (escaped) {
			case '\\' -> '\\';
			case 'n' -> '\n';
			case 'e' -> '=';
			default -> throw new UnreadableRecordException("'\\%s' is no escape".formatted(escaped));
		};
	}

}
