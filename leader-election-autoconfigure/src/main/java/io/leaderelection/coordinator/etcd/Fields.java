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

package io.leaderelection.coordinator.etcd;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

import io.leaderelection.coordinator.UnreadableRecordException;
import org.jspecify.annotations.Nullable;

/**
 * Fields of a stored record.
 */
final class Fields {

	private final Map<String, String> values;

	Fields(Map<String, String> values) {
		this.values = values;
	}

	@Nullable String find(String name) {
		return this.values.get(name);
	}

	String text(String name) {
		String value = find(name);
		if (value == null) {
			throw new UnreadableRecordException("field '%s' is missing".formatted(name));
		}
		return value;
	}

	long number(String name) {
		String value = text(name);
		try {
			return Long.parseLong(value);
		}
		catch (NumberFormatException ex) {
			throw new UnreadableRecordException("field '%s' is no number: '%s'".formatted(name, value), ex);
		}
	}

	Instant time(String name) {
		String value = text(name);
		try {
			return Instant.parse(value);
		}
		catch (DateTimeException ex) {
			throw new UnreadableRecordException("field '%s' is no time: '%s'".formatted(name, value), ex);
		}
	}

	@Nullable Instant findTime(String name) {
		return (find(name) != null) ? time(name) : null;
	}

	<E extends Enum<E>> E constant(String name, Class<E> type) {
		String value = text(name);
		try {
			return Enum.valueOf(type, value);
		}
		catch (IllegalArgumentException ex) {
			throw new UnreadableRecordException("field '%s' has an unknown value: '%s'".formatted(name, value), ex);
		}
	}

	/**
	 * Return the fields whose name has the prefix, without it.
	 * @param prefix the prefix
	 * @return the fields
	 */
	Map<String, String> withPrefix(String prefix) {
		Map<String, String> found = new TreeMap<>();
		this.values.forEach((name, value) -> {
			if (name.startsWith(prefix)) {
				found.put(name.substring(prefix.length()), value);
			}
		});
		return found;
	}

}
