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
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;

/**
 * Process that outlives this JVM by a moment: however the JVM ends, killed too, the end
 * of its pipe makes the watchdog stop a server by its pid file and remove the server's
 * folder.
 */
final class ServerWatchdog {

	private static final String SCRIPT = """
			trap '' INT TERM HUP
			cat > /dev/null
			pid=$(head -n 1 "$2" 2> /dev/null)
			if [ -n "$pid" ]; then
			  kill -INT "$pid" 2> /dev/null
			  tries=0
			  while kill -0 "$pid" 2> /dev/null && [ $tries -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done
			  kill -KILL "$pid" 2> /dev/null
			fi
			rm -rf "$1"
			""";

	private ServerWatchdog() {
	}

	/**
	 * Stop the server whose process id is the first line of the pid file, and remove the
	 * folder, when this JVM has ended.
	 */
	static void watch(Path folder, Path pidFile) {
		try {
			new ProcessBuilder("sh", "-c", SCRIPT, "watchdog", folder.toString(), pidFile.toString())
				.redirectOutput(Redirect.DISCARD)
				.redirectError(Redirect.DISCARD)
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No shell to watch the server", ex);
		}
	}

}
