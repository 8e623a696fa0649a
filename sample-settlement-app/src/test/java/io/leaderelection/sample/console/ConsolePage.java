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

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.Request;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

/**
 * Operators' page of a worker in a browser, with what it says of the settlement.
 */
final class ConsolePage {

	private final List<String> orders = new CopyOnWriteArrayList<>();

	private final WatchedPage watched;

	private final Page page;

	private final Locator election;

	/**
	 * Open the page and wait until it shows a state.
	 */
	ConsolePage(BrowserContext profile, ConsoleWorker worker) {
		this.watched = new WatchedPage(profile, worker.origin(), worker.path());
		this.page = this.watched.page();
		this.page.onRequest(this::onRequest);
		this.election = this.page.locator("[data-election=settlement]");
		assertThat(connection()).hasText("Live");
		// Lost if the page were loaded again.
		this.page.evaluate("() => { window.loadedOnce = true; }");
	}

	private void onRequest(Request request) {
		if (request.method().equals("POST")) {
			this.orders.add(request.postData());
		}
	}

	Page page() {
		return this.page;
	}

	/**
	 * Return what the browser found fault with.
	 */
	List<String> faults() {
		return this.watched.faults();
	}

	/**
	 * Return the orders that were sent.
	 */
	List<String> orders() {
		return List.copyOf(this.orders);
	}

	Locator election() {
		return this.election;
	}

	Locator part(String role) {
		return this.election.locator("[data-role=" + role + "]");
	}

	Locator connection() {
		return this.page.locator("[data-role=connection]");
	}

	Locator dialog() {
		return this.page.locator("dialog[data-role=order]");
	}

	Locator answer() {
		return this.page.locator("[data-role=answer]");
	}

	Locator button(String action) {
		return this.election.locator("button[data-action=" + action + "]");
	}

	Locator span(long term) {
		return part("timeline").locator("[data-term='" + term + "']");
	}

	long term() {
		return Long.parseLong(part("term").textContent());
	}

	/**
	 * Give an order by the mouse, with a reason, and wait until it is answered.
	 */
	void order(String action, String reason) {
		button(action).click();
		dialog().locator("[name=reason]").fill(reason);
		submit();
	}

	/**
	 * Hand over from the page of the leader, once the target is a candidate.
	 */
	void transfer(String target, String reason) {
		assertThat(part("candidates")).containsText(target);
		button("transfer").click();
		Locator choice = dialog().locator("select[name=to]");
		choice.selectOption(choice.locator("option", new Locator.LocatorOptions().setHasText(target)).textContent());
		dialog().locator("[name=reason]").fill(reason);
		submit();
	}

	void submit() {
		dialog().locator("[type=submit]").click();
		assertThat(dialog()).isHidden();
		assertThat(answer()).isVisible();
	}

	void awaitLeader(String worker) {
		assertThat(part("leader")).containsText(named(worker + "%s leads"));
	}

	/**
	 * Return a pattern for text with names of workers, of which those that were started
	 * again have a part of their random part.
	 * @param text the text, with {@code %s} after each name
	 */
	static Pattern named(String text) {
		return Pattern.compile(text.replace("%s", "(-[0-9a-f]{4,8})?"));
	}

	boolean isLoadedOnce() {
		return Boolean.TRUE.equals(this.page.evaluate("() => window.loadedOnce === true"));
	}

	/**
	 * Let the page believe that it is in a tab that nobody sees, or that it is seen
	 * again.
	 */
	void hide(boolean hidden) {
		this.page.evaluate("""
				(hidden) => {
					Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
					document.dispatchEvent(new Event('visibilitychange'));
				}""", hidden);
	}

	void screenshot(Path file) {
		this.page.screenshot(new ScreenshotOptions().setPath(file).setFullPage(true));
	}

}
