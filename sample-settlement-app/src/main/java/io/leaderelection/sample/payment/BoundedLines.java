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
import java.io.Reader;

import org.jspecify.annotations.Nullable;

/**
 * Lines of a document, of which no more than {@value #MAXIMUM_LENGTH} characters are held
 * however long a line is.
 */
class BoundedLines {

	static final int MAXIMUM_LENGTH = 1_000;

	private final Reader reader;

	private final StringBuilder line = new StringBuilder();

	private long number;

	BoundedLines(Reader reader) {
		this.reader = reader;
	}

	/**
	 * Return the next line.
	 * @return the line, cut one character after the maximum length, or {@code null} at
	 * the end
	 * @throws IOException if the document breaks off
	 */
	@Nullable String next() throws IOException {
		this.line.setLength(0);
		int character = this.reader.read();
		if (character == -1) {
			return null;
		}
		this.number++;
		while (character != -1 && character != '\n') {
			if (this.line.length() <= MAXIMUM_LENGTH) {
				this.line.append((char) character);
			}
			character = this.reader.read();
		}
		int length = this.line.length();
		if (length > 0 && this.line.charAt(length - 1) == '\r') {
			this.line.setLength(length - 1);
		}
		return this.line.toString();
	}

	/**
	 * Return the number of the line last returned, the first being 1.
	 * @return the number
	 */
	long number() {
		return this.number;
	}

}
