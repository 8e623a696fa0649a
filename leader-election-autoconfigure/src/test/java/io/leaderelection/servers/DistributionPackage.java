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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Package of the distribution that is unpacked, not installed.
 *
 * @param name the name of the package
 * @param file a file in it, relative to the root; may be a pattern
 */
record DistributionPackage(String name, String file) {

	private static final String SCRIPT = "src/scripts/unpack-package";

	/**
	 * Unpack the package with the libraries that this machine lacks, unless that was done
	 * before.
	 * @param folder the name of the folder below {@code target} of the project
	 * @return the folder
	 * @throws IllegalStateException if the package cannot be had
	 */
	Path unpack(String folder) {
		Path root = Path.of("").toAbsolutePath();
		while (root != null && !Files.exists(root.resolve(SCRIPT))) {
			root = root.getParent();
		}
		if (root == null) {
			throw new IllegalStateException("No folder above has " + SCRIPT + ": run the tests within the project");
		}
		Path unpacked = root.resolve("target").resolve(folder);
		EtcdBinaries.run(List.of(root.resolve(SCRIPT).toString(), this.name, this.file, unpacked.toString()));
		return unpacked;
	}

	/**
	 * Return where a program finds the libraries that were unpacked with it.
	 * @param base the folder of the installation, such as {@code /usr}
	 * @return the folders, as the dynamic linker takes them
	 */
	static String libraries(Path base) {
		try (Stream<Path> folders = Files.list(base.resolve("lib"))) {
			return folders.filter(Files::isDirectory).map(Path::toString).collect(Collectors.joining(":"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
