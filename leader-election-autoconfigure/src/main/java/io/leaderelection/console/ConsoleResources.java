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

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Files that the page is made of. All are our own and are read once.
 */
final class ConsoleResources {

	static final List<String> NAMES = List.of("console.css", "icon.svg", "console.js", "stream.js", "elements.js",
			"words.js", "names.js", "palette.js", "election.js", "facts.js", "timeline.js", "sparkline.js",
			"orders.js");

	static final String PAGE = "console.html";

	private static final Map<String, String> TYPES = Map.of(".css", "text/css", ".js", "text/javascript", ".svg",
			"image/svg+xml");

	private final Map<String, Resource> resources = new LinkedHashMap<>();

	ConsoleResources() {
		NAMES.forEach((name) -> this.resources.put(name, load(name)));
	}

	@Nullable Resource find(String name) {
		return this.resources.get(name);
	}

	private static Resource load(String name) {
		byte[] content = read(name);
		String type = TYPES.get(name.substring(name.lastIndexOf('.')));
		return new Resource(type + ";charset=utf-8", tag(content), content);
	}

	static byte[] read(String name) {
		try (InputStream stream = ConsoleResources.class.getResourceAsStream(name)) {
			if (stream == null) {
				throw new IllegalStateException("There is no '%s' beside the classes of the console".formatted(name));
			}
			return stream.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String tag(byte[] content) {
		try {
			return '"' + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content), 0, 16) + '"';
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * One file.
	 *
	 * @param type the media type
	 * @param tag what identifies the content, for caches
	 * @param content the content
	 */
	@SuppressWarnings("ArrayRecordComponent") // compared by nobody
	record Resource(String type, String tag, byte[] content) {

	}

}
