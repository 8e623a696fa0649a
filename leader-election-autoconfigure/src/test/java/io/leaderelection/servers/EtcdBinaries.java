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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Programs of etcd on the PATH.
 */
final class EtcdBinaries {

	private static final Pattern VERSION = Pattern.compile("(\\d+\\.\\d+\\.\\d+)");

	private EtcdBinaries() {
	}

	static boolean onPath(String program) {
		String path = System.getenv().getOrDefault("PATH", "");
		return Arrays.stream(path.split(File.pathSeparator))
			.anyMatch((folder) -> Files.isExecutable(Path.of(folder, program)));
	}

	static String version() {
		Matcher matcher = VERSION.matcher(run(List.of("etcd", "--version")));
		if (!matcher.find()) {
			throw new IllegalStateException("'etcd --version' tells no version");
		}
		return matcher.group(1);
	}

	static boolean understands(String flag) {
		return run(List.of("etcd", "--help")).contains(flag);
	}

	/**
	 * Run a program and return its output.
	 * @param command the command
	 * @return what it printed on both streams
	 */
	static String run(List<String> command) {
		try {
			ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
			builder.environment().put("ETCDCTL_API", "3");
			Process process = builder.start();
			process.getOutputStream().close();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			int status = process.waitFor();
			if (status != 0) {
				throw new IllegalStateException("%s ended with %d: %s".formatted(command, status, output));
			}
			return output;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while running " + command, ex);
		}
	}

}
