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

package io.leaderelection.servers;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Program {@code promtool} of Prometheus, which checks rules and runs their tests. It is
 * the one on the PATH, or comes from the package of the distribution, unpacked into
 * {@code target/prometheus}. If neither works the tests fail; they are never skipped.
 */
public final class Promtool {

	private static final String PROGRAM = "usr/bin/promtool";

	private Promtool() {
	}

	/**
	 * Run it to its end.
	 * @param arguments the arguments
	 * @return what it wrote
	 * @throws IllegalStateException if it cannot be had or finds fault, with what it
	 * wrote
	 */
	public static String run(String... arguments) {
		return EtcdBinaries.run(Stream.concat(Stream.of(find().toString()), Arrays.stream(arguments)).toList());
	}

	private static Path find() {
		List<String> folders = List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator));
		return folders.stream()
			.map((folder) -> Path.of(folder, "promtool"))
			.filter(Files::isExecutable)
			.findFirst()
			.orElseGet(Promtool::unpack);
	}

	private static Path unpack() {
		try {
			return new DistributionPackage("prometheus", PROGRAM).unpack("prometheus").resolve(PROGRAM);
		}
		catch (IllegalStateException ex) {
			throw new IllegalStateException("""
					These tests need 'promtool', which belongs to Prometheus. Provide one of:
					  - 'promtool' on the PATH (Debian, Ubuntu: in the package prometheus)
					  - root, or sudo without a password, on a distribution with apt and that package""", ex);
		}
	}

}
