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

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Response;

/**
 * Page that notes whatever a browser finds fault with: errors of scripts, violations of
 * the policy for content, requests to other servers and parts that are not there.
 */
final class WatchedPage implements AutoCloseable {

	/**
	 * What the browser says of an answer such as 409, and of a server that is away.
	 */
	private static final String NOT_LOADED = "Failed to load resource";

	private static final List<String> PARTS = List.of("document", "stylesheet", "script", "image", "font");

	private final List<String> faults = new CopyOnWriteArrayList<>();

	private final Page page;

	private final String origin;

	/**
	 * Open a page.
	 * @param context the profile of the browser
	 * @param origin the only server that may be asked, such as
	 * {@code http://127.0.0.1:8080}
	 * @param path the path of the page
	 */
	WatchedPage(BrowserContext context, String origin, String path) {
		this.origin = origin;
		this.page = context.newPage();
		this.page.onConsoleMessage(this::onConsoleMessage);
		this.page.onPageError((error) -> this.faults.add("script: " + error));
		this.page.onRequest(this::onRequest);
		this.page.onResponse(this::onResponse);
		this.page.navigate(origin + path);
	}

	private void onConsoleMessage(ConsoleMessage message) {
		boolean bad = List.of("error", "warning").contains(message.type());
		if (bad && !message.text().startsWith(NOT_LOADED)) {
			this.faults.add("console: " + message.text());
		}
	}

	private void onRequest(Request request) {
		if (!request.url().startsWith(this.origin + "/")) {
			this.faults.add("request: " + request.url());
		}
	}

	private void onResponse(Response response) {
		if (response.status() >= 400 && PARTS.contains(response.request().resourceType())) {
			this.faults.add("answer: " + response.status() + " " + response.url());
		}
	}

	Page page() {
		return this.page;
	}

	/**
	 * Return what was wrong so far.
	 */
	List<String> faults() {
		return List.copyOf(this.faults);
	}

	@Override
	public void close() {
		this.page.close();
	}

}
