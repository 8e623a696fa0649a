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

package io.leaderelection.observation;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MeterNames}: the document for operators lists them all.
 */
class MeterNamesTests {

	@Test
	void everyMeterIsDocumented() throws IOException {
		String document = Files.readString(Path.of("..", "docs", "operations.md"));
		assertThat(names()).isNotEmpty()
			.allSatisfy((name) -> assertThat(document).contains("| `" + name + "` | `" + name.replace('.', '_')));
	}

	@Test
	void namesAreDottedLowerCase() {
		assertThat(names()).allMatch((name) -> name.matches("leader\\.election(\\.[a-z]+)+"));
	}

	private static List<String> names() {
		return Arrays.stream(MeterNames.class.getDeclaredFields())
			.filter((field) -> Modifier.isStatic(field.getModifiers()) && field.getType() == String.class)
			.map(MeterNamesTests::value)
			.toList();
	}

	private static String value(Field field) {
		try {
			return (String) field.get(null);
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
