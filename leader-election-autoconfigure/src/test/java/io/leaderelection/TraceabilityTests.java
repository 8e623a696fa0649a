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

package io.leaderelection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the lists of promises and lessons: what they name exists, and says so.
 */
class TraceabilityTests {

	private static final Path DOCS = Path.of("..", "docs");

	private static final List<Path> TESTS = List.of(Path.of("src", "test", "java"),
			Path.of("..", "sample-settlement-app", "src", "test", "java"));

	private static final Pattern TEST = Pattern.compile("`(\\w+)(?:#(\\w+))?`");

	private static final Map<String, String> SOURCES = sources();

	@Test
	void everyPromiseIsListed() {
		assertThat(promises()).extracting(Row::label)
			.containsExactlyElementsOf(IntStream.rangeClosed(1, 8).mapToObj((number) -> "I" + number).toList());
	}

	@Test
	void everyLessonIsListed() {
		assertThat(lessons()).extracting(Row::label)
			.containsExactlyElementsOf(IntStream.rangeClosed(1, 31).mapToObj(Integer::toString).toList());
	}

	@ParameterizedTest
	@MethodSource("promises")
	void promiseIsHeldByTestsThatNameIt(Row promise) {
		promise.isHeldByTestsThatMention(Pattern.compile("(?:\\b|[pP]romise)" + promise.label() + "(?!\\d)"));
	}

	@ParameterizedTest
	@MethodSource("lessons")
	void lessonIsHeldByTestsThatNameIt(Row lesson) {
		lesson.isHeldByTestsThatMention(
				Pattern.compile("[lL]essons? ?(?:\\d+(?:,| and|And) ?)*" + lesson.label() + "(?!\\d)"));
	}

	static List<Row> promises() {
		return rows(DOCS.resolve("promises.md"));
	}

	static List<Row> lessons() {
		return rows(DOCS.resolve("lessons.md"));
	}

	private static List<Row> rows(Path document) {
		return read(document).lines()
			.filter((line) -> line.matches("\\| I?\\d+ \\|.*"))
			.map((line) -> line.split("\\|"))
			.map((cells) -> new Row(cells[1].trim(), cells[cells.length - 1].trim()))
			.toList();
	}

	/**
	 * Return the tests by their simple names, without the line breaks of their Javadoc.
	 */
	private static Map<String, String> sources() {
		return TESTS.stream()
			.flatMap(TraceabilityTests::files)
			.filter((file) -> file.toString().endsWith(".java"))
			.collect(Collectors.toMap((file) -> file.getFileName().toString().replace(".java", ""),
					(file) -> read(file).replaceAll("\\s*\\n\\s*\\* ", " "), String::concat));
	}

	private static Stream<Path> files(Path root) {
		try (Stream<Path> files = Files.walk(root)) {
			return files.toList().stream();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Row of a list.
	 *
	 * @param label the number
	 * @param tests the tests that hold it
	 */
	record Row(String label, String tests) {

		void isHeldByTestsThatMention(Pattern mention) {
			List<String> named = Arrays.asList(this.tests.split(", "));
			assertThat(named).isNotEmpty().allSatisfy((name) -> {
				Matcher test = TEST.matcher(name);
				assertThat(test.matches()).as("%s names a test", name).isTrue();
				String source = SOURCES.getOrDefault(test.group(1), "");
				assertThat(source).as("source of %s", name).isNotEmpty().containsPattern(mention);
				if (test.group(2) != null) {
					assertThat(source).containsPattern("void " + test.group(2) + "\\(");
				}
			});
		}

		@Override
		public String toString() {
			return this.label;
		}

	}

}
