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
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Wall clock for processes of a test's own, which is moved while they run. Their
 * monotonic clock goes on as it does. The library {@code libfaketime} does it, on Linux:
 * that of the machine, or the package of the distribution, unpacked into
 * {@code target/faketime}. If neither works the tests fail; they are never skipped.
 */
public final class MovableClock {

	private static final String LIBRARY = "libfaketimeMT.so.1";

	private final Path folder;

	private final Path offset;

	private final Path library = find();

	/**
	 * Create a clock that is right.
	 * @param folder an empty folder for its use
	 */
	public MovableClock(Path folder) {
		this.folder = folder;
		this.offset = folder.resolve("offset");
		set(Duration.ZERO);
	}

	private static Path find() {
		try {
			return library(Path.of("/")).orElseGet(MovableClock::unpack);
		}
		catch (IllegalStateException ex) {
			throw new IllegalStateException("""
					These tests move the clock of a process by libfaketime. Provide one of:
					  - the library itself (Debian, Ubuntu: apt-get install libfaketime)
					  - root, or sudo without a password, on a distribution with apt and that package""", ex);
		}
	}

	private static Path unpack() {
		Path unpacked = new DistributionPackage("libfaketime", "usr/lib/*/faketime/" + LIBRARY).unpack("faketime");
		return library(unpacked)
			.orElseThrow(() -> new IllegalStateException("No %s in %s".formatted(LIBRARY, unpacked)));
	}

	private static Optional<Path> library(Path root) {
		return Stream.of("usr/lib", "usr/lib64")
			.map(root::resolve)
			.flatMap((libraries) -> Stream.concat(Stream.of(libraries), folders(libraries)))
			.map((libraries) -> libraries.resolve("faketime").resolve(LIBRARY))
			.filter(Files::exists)
			.findFirst();
	}

	private static Stream<Path> folders(Path parent) {
		if (!Files.isDirectory(parent)) {
			return Stream.empty();
		}
		try (Stream<Path> files = Files.list(parent)) {
			return files.filter(Files::isDirectory).toList().stream();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Return what the command of a process that lives by this clock begins with.
	 * @return the beginning of the command
	 */
	public List<String> prefix() {
		// The fix is for old C libraries. With others it makes waits by the monotonic
		// clock return at once, or too late.
		return List.of("env", "LD_PRELOAD=" + this.library, "FAKETIME_TIMESTAMP_FILE=" + this.offset,
				"FAKETIME_NO_CACHE=1", "FAKETIME_DONT_FAKE_MONOTONIC=1", "FAKETIME_FORCE_MONOTONIC_FIX=0",
				"NO_FAKE_STAT=1");
	}

	/**
	 * Set the clock, for all processes at once.
	 * @param ahead how far it is ahead of the right time
	 */
	public void set(Duration ahead) {
		try {
			Path next = this.folder.resolve("next");
			Files.writeString(next, "%+d".formatted(ahead.toSeconds()));
			Files.move(next, this.offset, StandardCopyOption.ATOMIC_MOVE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
