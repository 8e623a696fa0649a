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

package io.leaderelection.sample.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Last lines of the logs, as the logs themselves are removed with the run.
 */
class LogExcerpt {

	private static final int LINES = 25;

	private final Path directory;

	LogExcerpt(Path directory) {
		this.directory = directory;
	}

	@Override
	public String toString() {
		StringBuilder excerpt = new StringBuilder();
		try (DirectoryStream<Path> logs = Files.newDirectoryStream(this.directory, "*.log")) {
			for (Path log : logs) {
				List<String> lines = Files.readAllLines(log);
				excerpt.append("==> ").append(log.getFileName()).append('\n');
				lines.stream()
					.skip(Math.max(0, lines.size() - LINES))
					.forEach((line) -> excerpt.append(line).append('\n'));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return excerpt.toString();
	}

}
