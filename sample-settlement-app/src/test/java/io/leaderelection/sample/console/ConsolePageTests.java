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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.leaderelection.sample.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the operators' page in a real browser, of workers that elect on PostgreSQL,
 * each in a process of its own. One of them stands below a context path.
 */
class ConsolePageTests {

	/** More than a leader that was killed stays in the way, on a busy machine. */
	private static final double PATIENCE_MILLIS = 30_000;

	private static final Path PICTURES = Path.of("target");

	/**
	 * Then the button that opened the dialog is gone before the dialog.
	 */
	private static final String ANSWERS_AFTER_THE_STATE = """
			() => {
				const send = window.fetch;
				window.fetch = async (...request) => {
					const answer = await send(...request);
					const button = () => document.querySelector('[data-election=settlement] [data-action=pause]');
					for (const before = button(); before && before === button();) {
						await new Promise(requestAnimationFrame);
					}
					return answer;
				};
			}""";

	private static final List<ConsoleWorker> workers = new ArrayList<>();

	private static Chromium chromium;

	private final List<ConsolePage> opened = new ArrayList<>();

	private BrowserContext profile;

	@BeforeAll
	static void startAll() throws IOException {
		PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
		String database = TestDatabase.migrated().url();
		workers.add(new ConsoleWorker("worker-1", database, ""));
		workers.add(new ConsoleWorker("worker-2", database, "/settlement"));
		chromium = Chromium.start();
	}

	@AfterAll
	static void stopAll() {
		if (chromium != null) {
			chromium.close();
		}
		workers.forEach(ConsoleWorker::kill);
		workers.clear();
	}

	@BeforeEach
	void openBrowser() throws IOException {
		for (ConsoleWorker worker : workers) {
			worker.revive();
		}
		this.profile = chromium.browser().newContext(new NewContextOptions().setViewportSize(1200, 900));
	}

	@AfterEach
	void noPageHadAFault() {
		List<String> faults = this.opened.stream().flatMap((page) -> page.faults().stream()).toList();
		this.profile.close();
		assertThat(faults).isEmpty();
	}

	@Test
	void showsHowALeaderThatIsKilledIsReplaced() throws IOException {
		ConsoleWorker leader = leader();
		ConsoleWorker follower = other(leader);
		ConsolePage ofLeader = open(leader);
		ConsolePage ofFollower = open(follower);
		assertThat(ofFollower.part("candidates")).containsText(leader.name());
		long term = ofFollower.term();
		leader.kill();
		assertThat(ofLeader.connection()).containsText("Connection lost");
		assertThat(ofLeader.page().locator("body")).hasClass("lost");
		ofFollower.awaitLeader(follower.name());
		assertThat(ofFollower.term()).isGreaterThan(term);
		assertThat(ofFollower.span(term)).hasCount(1);
		assertThat(ofFollower.span(ofFollower.term())).hasCount(1);
		assertThat(ofFollower.part("failovers"))
			.containsText(ConsolePage.named(leader.name() + "%s → " + follower.name() + "%s"));
		leader.revive();
		assertThat(ofLeader.connection()).hasText("Live");
		ofLeader.awaitLeader(follower.name());
		assertThat(ofLeader.isLoadedOnce() && ofFollower.isLoadedOnce()).isTrue();
		// To a process that has never seen this page.
		ofLeader.order("release", "try what was lost");
		assertThat(ofLeader.answer()).hasAttribute("data-outcome", "done");
	}

	@Test
	void pausesResumesAndReleases() {
		ConsolePage page = open(other(leader()));
		page.order("pause", "double booking");
		assertThat(page.answer()).hasAttribute("data-outcome", "done");
		assertThat(page.part("leader")).hasText("Paused");
		assertThat(page.election()).containsText("double booking");
		page.order("resume", "booked right");
		assertThat(page.part("leader")).containsText("leads");
		long term = page.term();
		page.order("release", "stuck");
		assertThat(page.answer()).hasAttribute("data-outcome", "done");
		assertThat(page.part("term")).not().hasText(Long.toString(term));
		assertThat(page.part("leader")).containsText("leads");
		page.election().locator(".terms summary").click();
		assertThat(page.election().locator("table")).containsText("stuck");
		assertThat(page.election().locator("table"))
			.containsText(Pattern.compile("double booking · by [^·]+ · Resumed by [^·]+: booked right"));
		assertThat(page.isLoadedOnce()).isTrue();
	}

	@Test
	void transfersToTheChosenCandidate() {
		ConsoleWorker leader = leader();
		ConsoleWorker follower = other(leader);
		ConsolePage page = open(leader);
		page.transfer(follower.name(), "node drain");
		assertThat(page.answer()).hasAttribute("data-outcome", "done");
		page.awaitLeader(follower.name());
		// It leads no longer, so that it cannot hand over.
		assertThat(page.button("transfer")).hasCount(0);
		ConsolePage next = open(follower);
		assertThat(next.button("transfer")).isVisible();
		next.transfer(leader.name(), "node is back");
		next.awaitLeader(leader.name());
		page.awaitLeader(leader.name());
	}

	@Test
	void sendsNoOrderWithoutAReasonAndNoneThatIsCancelled() {
		ConsolePage page = open(leader());
		long term = page.term();
		page.button("pause").click();
		page.dialog().locator("[name=reason]").fill("  ");
		page.dialog().locator("[type=submit]").click();
		assertThat(page.dialog().locator("[role=alert]")).containsText("Say why");
		assertThat(page.dialog().locator("[name=reason]")).isFocused();
		assertThat(page.dialog().locator("[name=reason]:is([aria-invalid='true'], [aria-invalid=''])")).hasCount(1);
		page.dialog().locator("[name=reason]").fill("by mistake");
		page.dialog().locator("[data-role=cancel]").click();
		assertThat(page.dialog()).isHidden();
		page.button("resign").click();
		assertThat(page.dialog().locator("[name=reason]")).hasValue("");
		assertThat(page.dialog().locator("[role=alert]")).hasText("");
		page.page().keyboard().press("Escape");
		assertThat(page.dialog()).isHidden();
		assertThat(page.orders()).isEmpty();
		assertThat(page.term()).isEqualTo(term);
	}

	@Test
	void isUsedByTheKeyboardAlone() {
		ConsolePage page = open(other(leader()));
		page.page().evaluate(ANSWERS_AFTER_THE_STATE);
		tabTo(page, "[data-election=settlement] [data-action=pause]");
		assertThat((String) page.button("pause").evaluate("(button) => getComputedStyle(button).outlineStyle"))
			.isEqualTo("solid");
		page.page().keyboard().press("Enter");
		assertThat(page.dialog().locator("[name=reason]")).isFocused();
		page.page().keyboard().press("Escape");
		assertThat(page.dialog()).isHidden();
		assertThat(page.button("pause")).isFocused();
		page.page().keyboard().press("Enter");
		page.page().keyboard().type("by keyboard");
		tabTo(page, "dialog [type=submit]");
		page.page().keyboard().press("Enter");
		assertThat(page.part("leader")).hasText("Paused");
		assertThat(page.dialog()).isHidden();
		assertThat(page.election().locator(":focus")).hasCount(1);
		tabTo(page, "[data-election=settlement] [data-action=resume]");
		page.page().keyboard().press("Space");
		page.page().keyboard().type("goes on");
		tabTo(page, "dialog [type=submit]");
		page.page().keyboard().press("Enter");
		assertThat(page.part("leader")).containsText("leads");
	}

	@Test
	void isReadOnAPhoneInLightAndDark() {
		ConsolePage page = open(leader());
		Looks looks = new Looks(page.page());
		page.page().setViewportSize(360, 740);
		page.page().locator("summary").all().forEach((summary) -> {
			if (summary.isVisible()) {
				summary.click();
			}
		});
		assertThat(looks.hiddenAtTheRight()).isEmpty();
		assertThat(looks.isScrolledSideways()).isFalse();
		page.page().emulateMedia(new EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
		String light = looks.ground();
		assertThat(looks.faintTexts(4.5)).isEmpty();
		page.page().emulateMedia(new EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
		assertThat(looks.ground()).isNotEqualTo(light);
		assertThat(looks.faintTexts(4.5)).isEmpty();
		page.button("transfer").click();
		assertThat(looks.hiddenAtTheRight()).isEmpty();
		assertThat(looks.faintTexts(4.5)).isEmpty();
	}

	@Test
	void holdsNoConnectionWhileNobodySeesIt() {
		ConsolePage seen = open(leader());
		ConsolePage hidden = open(leader());
		long term = hidden.term();
		List<Request> ended = new ArrayList<>();
		hidden.page().onRequestFailed(ended::add);
		hidden.hide(true);
		hidden.page().waitForCondition(() -> ended.stream().anyMatch(ConsolePageTests::isStream));
		seen.order("release", "while nobody sees the other page");
		assertThat(seen.part("term")).not().hasText(Long.toString(term));
		assertThat(hidden.term()).isEqualTo(term);
		hidden.page().waitForRequest(ConsolePageTests::isStream, () -> hidden.hide(false));
		assertThat(hidden.part("term")).not().hasText(Long.toString(term));
		assertThat(hidden.connection()).hasText("Live");
		assertThat(hidden.isLoadedOnce()).isTrue();
	}

	private static boolean isStream(Request request) {
		return request.url().endsWith("/events");
	}

	@Test
	void saysThatItWaitsForTheFirstState() {
		Page page = this.profile.newPage();
		List<String> errors = new ArrayList<>();
		page.onPageError(errors::add);
		page.clock().install();
		page.route("**/events", (unanswered) -> {
		});
		page.navigate(workers.get(0).origin() + workers.get(0).path());
		page.clock().runFor(5000);
		assertThat(page.locator("[data-role=connection]")).hasText("Connecting …");
		assertThat(errors).isEmpty();
	}

	/**
	 * For the README, where a copy is shown: see docs/operations.md.
	 */
	@Test
	void isPicturedWithAHistoryOfSeveralTerms() {
		ConsoleWorker leader = leader();
		ConsoleWorker follower = other(leader);
		ConsolePage page = open(leader);
		page.transfer(follower.name(), "node drain");
		page.awaitLeader(follower.name());
		page.order("pause", "double booking");
		assertThat(page.part("leader")).hasText("Paused");
		page.order("resume", "booked right");
		assertThat(page.part("leader")).containsText("leads");
		ConsolePage pictured = open(leader());
		Page window = pictured.page();
		// Who was forced out lets others try for a while.
		for (ConsoleWorker worker : workers) {
			assertThat(pictured.part("candidates")).containsText(worker.name());
		}
		assertThat(pictured.part("timeline").locator("[data-term]").count()).isGreaterThanOrEqualTo(4);
		window.setViewportSize(1130, 800);
		pictured.screenshot(PICTURES.resolve("console.png"));
		window.emulateMedia(new EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
		pictured.screenshot(PICTURES.resolve("console-dark.png"));
		assertThat(PICTURES.resolve("console.png")).isNotEmptyFile();
		assertThat(PICTURES.resolve("console-dark.png")).isNotEmptyFile();
	}

	private ConsolePage open(ConsoleWorker worker) {
		ConsolePage page = new ConsolePage(this.profile, worker);
		this.opened.add(page);
		return page;
	}

	private ConsoleWorker leader() {
		ConsolePage page = open(workers.get(0));
		assertThat(page.part("leader")).containsText(Pattern.compile("leads|Paused"));
		if (page.button("resume").isVisible()) {
			page.order("resume", "left behind by a test that failed");
		}
		assertThat(page.part("leader")).containsText("leads");
		String instance = page.part("leader").getAttribute("data-instance");
		return workers.stream().filter((worker) -> instance.startsWith(worker.name())).findFirst().orElseThrow();
	}

	private static ConsoleWorker other(ConsoleWorker worker) {
		return workers.stream().filter((each) -> each != worker).findFirst().orElseThrow();
	}

	private static void tabTo(ConsolePage page, String selector) {
		for (int presses = 0; presses < 60; presses++) {
			page.page().keyboard().press("Tab");
			if (page.page().locator(selector + ":focus").count() > 0) {
				return;
			}
		}
		throw new AssertionError("No number of tabs leads to " + selector);
	}

}
