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

package io.leaderelection.sample.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Playwright.CreateOptions;

/**
 * Headless Chromium, which the script {@code src/scripts/chromium} finds. If there is
 * none the tests fail; they are never skipped.
 */
final class Chromium implements AutoCloseable {

	private static final Path SCRIPT = Path.of("src", "scripts", "chromium");

	private final Playwright playwright;

	private final Browser browser;

	private Chromium(Playwright playwright, Browser browser) {
		this.playwright = playwright;
		this.browser = browser;
	}

	/**
	 * Start a browser.
	 * @throws IllegalStateException if none can be had, with what would do
	 */
	static Chromium start() {
		Path script = script();
		requireBrowser(script);
		String temporary = System.getProperty("java.io.tmpdir");
		Playwright playwright = Playwright
			.create(new CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1", "TMPDIR", temporary)));
		return new Chromium(playwright, playwright.chromium()
			.launch(new LaunchOptions().setExecutablePath(script).setArgs(List.of("--disable-gpu", "--disable-quic"))));
	}

	private static Path script() {
		Path root = Path.of("").toAbsolutePath();
		while (root != null && !Files.exists(root.resolve(SCRIPT))) {
			root = root.getParent();
		}
		if (root == null) {
			throw new IllegalStateException("No folder above has " + SCRIPT + ": run the tests within the project");
		}
		return root.resolve(SCRIPT);
	}

	// By itself, as the script says what to do, and Playwright would bury that.
	private static void requireBrowser(Path script) {
		try {
			Process process = new ProcessBuilder(script.toString(), "--version").redirectErrorStream(true).start();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			if (process.waitFor() != 0) {
				throw new IllegalStateException(output);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while the browser was looked for", ex);
		}
	}

	Browser browser() {
		return this.browser;
	}

	@Override
	public void close() {
		this.browser.close();
		this.playwright.close();
	}

}
