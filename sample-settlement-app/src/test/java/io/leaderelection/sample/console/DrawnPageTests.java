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
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for how the operators' page draws a state, in {@link Chromium}.
 */
class DrawnPageTests {

	/**
	 * Distances of the lines that texts stand on, from the first of them.
	 */
	private static final String BASELINES = """
			(part) => {
				const texts = [part, ...part.querySelectorAll('*')].filter((each) => !each.closest('svg')
					&& [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
				const lines = texts.map((each) => {
					const mark = document.createElement('span');
					mark.style.cssText = 'display: inline-block; width: 0; height: 0';
					const text = [...each.childNodes].find((node) => node.nodeType === Node.TEXT_NODE
						&& node.data.trim());
					const wrap = document.createElement('span');
					each.insertBefore(wrap, text);
					wrap.append(text, mark);
					return mark.getBoundingClientRect().bottom;
				});
				return lines.map((each) => each - lines[0]);
			}""";

	private static Chromium chromium;

	private final BrowserContext profile = chromium.browser()
		.newContext(new NewContextOptions().setViewportSize(1200, 900));

	private StagedConsole console;

	private WatchedPage watched;

	@BeforeAll
	static void startBrowser() {
		chromium = Chromium.start();
	}

	@AfterAll
	static void stopBrowser() {
		chromium.close();
	}

	@AfterEach
	void noFault() {
		List<String> faults = this.watched.faults();
		this.profile.close();
		this.console.close();
		assertThat(faults).isEmpty();
	}

	@Test
	void instancesOnOneHostAreToldApart() throws IOException {
		Page page = open(state("vm-9c1fa7e2", "vm-9c1fa7e2", "vm-3b2a11d0"));
		assertThat(role(page, "leader")).containsText("vm-9c1f leads");
		assertThat(role(page, "failovers")).containsText("vm-3b2a → vm-9c1f");
		assertThat(page.locator("[data-role=candidates] .named")).hasText(new String[] { "vm-3b2a", "vm-9c1f" });
		assertThat(page.locator("[data-role=timeline] figcaption .named"))
			.hasText(new String[] { "vm-3b2a", "vm-9c1f", "not renewed, its lease ran out" });
		assertThat(colours(page)).hasSize(2).doesNotHaveDuplicates();
	}

	@Test
	void asMuchOfTheRandomPartIsShownAsTellsApart() throws IOException {
		Page page = open(state("vm-9c1fa7e2", "vm-9c1fa7e2", "vm-9c1fa0d0", "api-00c0ffee"));
		assertThat(page.locator("[data-role=candidates] .named"))
			.hasText(new String[] { "api", "vm-9c1fa0", "vm-9c1fa7" });
	}

	@Test
	void eightInstancesHaveColoursOfTheirOwn() throws IOException {
		String[] instances = IntStream.range(0, 8).mapToObj("vm-9c1fa7e%d"::formatted).toArray(String[]::new);
		Page page = open(state(instances[3], instances));
		assertThat(colours(page)).hasSize(8).doesNotHaveDuplicates();
	}

	@Test
	void moreInstancesThanColoursShareThem() throws IOException {
		String[] instances = IntStream.range(0, 11).mapToObj("vm-9c1fa7%02d"::formatted).toArray(String[]::new);
		Page page = open(state(instances[3], instances));
		assertThat(new HashSet<>(colours(page))).hasSize(8);
		assertThat(colours(page)).hasSize(11);
	}

	@Test
	void crashShowsTheTimeWithoutAWorkingLeader() throws IOException {
		Page page = open(state("vm-9c1fa7e2", "vm-9c1fa7e2", "vm-3b2a11d0"));
		assertThat(role(page, "failovers").locator(".figure")).hasText("about 5 s");
		assertThat(role(page, "failovers")).containsText("term 8, about 5 s, a lease had to run out");
		Locator silent = page.locator("[data-term='7'] .silent");
		assertThat(page.locator("[data-term='8'] .silent")).hasCount(0);
		BoundingBox bar = page.locator("[data-term='7'] rect").first().boundingBox();
		// Of the term's 30 seconds, the last five.
		assertThat(silent.boundingBox().width / bar.width).isCloseTo(5.0 / 30, within(0.02));
		assertThat(silent.boundingBox().x + silent.boundingBox().width).isCloseTo(bar.x + bar.width, within(1.0));
		assertThat(role(page, "timeline")).containsText("not renewed, its lease ran out");
	}

	@Test
	void barThatIsTooNarrowForBothShowsTheTermRatherThanTheName() throws IOException {
		Page page = open(state("settlementapp-1", "settlementapp-1", "settlementapp-2"));
		assertThat(page.locator("[data-term='8'] text")).hasText("8 settlementapp-1");
		page.setViewportSize(360, 740);
		assertThat(page.locator("[data-term='8'] text")).hasText("8");
	}

	@Test
	void whatWasSeenLastLooksStaleOnceTheConnectionIsLost() throws IOException {
		Page page = open(state("vm-9c1fa7e2", "vm-9c1fa7e2", "vm-3b2a11d0"));
		List<Object> before = List.of(looks(role(page, "coordinator")), looks(role(page, "state")));
		assertThat(before).allSatisfy((each) -> assertThat(each.toString()).doesNotContain("when last seen"));
		this.console.lose();
		assertThat(role(page, "connection")).containsText("Connection lost");
		assertThat(looks(role(page, "coordinator"))).contains("when last seen")
			.doesNotContain(looks(role(page, "coordinator"), "--good"));
		assertThat(looks(role(page, "state"))).contains("when last seen").isNotEqualTo(before.get(1));
		assertThat(new Looks(page).faintTexts(4.5)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { 360, 700, 900, 1000, 1100, 1130, 1300 })
	void noFactIsAloneInARowBesideOthers(int width) throws IOException {
		Page page = open(state("vm-9c1fa7e2", "vm-9c1fa7e2", "vm-3b2a11d0"));
		page.setViewportSize(width, 900);
		Collection<Long> rows = page.locator(".fact")
			.all()
			.stream()
			.map((fact) -> fact.boundingBox().y)
			.collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
			.values();
		assertThat(Set.copyOf(rows)).hasSize(1);
		assertThat(new Looks(page).isScrolledSideways()).isFalse();
		if (width > 1100) {
			assertThat(rows).hasSize(1);
			Locator until = page.getByText("without a working leader until");
			assertThat(until.evaluate("(each) => { const range = document.createRange(); "
					+ "range.selectNodeContents(each); return range.getClientRects().length; }"))
				.isEqualTo(1);
		}
	}

	@Test
	void whatIsSaidOfANameStandsOnItsLine() throws IOException {
		Page page = open(state("vm-9c1fa7e2", "vm-9c1fa7e2", "vm-3b2a11d0"));
		for (String part : List.of("[data-role=candidates] li[data-instance=vm-9c1fa7e2]", "[data-role=leader]")) {
			assertThat((List<?>) page.locator(part).evaluate(BASELINES)).hasSizeGreaterThan(1)
				.allSatisfy((distance) -> assertThat(((Number) distance).doubleValue()).isCloseTo(0, within(0.5)));
		}
	}

	private static String looks(Locator part) {
		return part.evaluate("(each) => ['', '::before', '::after'].map((pseudo) => { "
				+ "const style = getComputedStyle(each, pseudo || null); "
				+ "return [style.color, style.borderColor, style.backgroundColor, style.content].join(); }).join(' | ')")
			.toString();
	}

	private static String looks(Locator part, String variable) {
		return part.evaluate("(each, name) => { each.style.outlineColor = `var(${name})`; "
				+ "const colour = getComputedStyle(each).outlineColor; each.style.outlineColor = ''; return colour; }",
				variable)
			.toString();
	}

	private Page open(String state) throws IOException {
		this.console = new StagedConsole(state);
		this.watched = new WatchedPage(this.profile, this.console.origin(), this.console.path());
		assertThat(role(this.watched.page(), "connection")).hasText("Live");
		return this.watched.page();
	}

	private static Locator role(Page page, String role) {
		return page.locator("[data-role=" + role + "]");
	}

	private static List<String> colours(Page page) {
		return page.locator("[data-role=candidates] .swatch rect")
			.all()
			.stream()
			.map((swatch) -> (String) swatch.evaluate("(each) => getComputedStyle(each).fill"))
			.toList();
	}

	/**
	 * State in which the last of the candidates led before, until its lease ran out.
	 */
	private static String state(String leader, String... candidates) {
		String former = candidates[candidates.length - 1].equals(leader) ? candidates[0]
				: candidates[candidates.length - 1];
		String listed = String.join(", ", Stream.of(candidates).map("'%s': {}"::formatted).toList());
		return """
				{'at': '2026-11-30T12:01:00Z', 'instance': '%1$s', 'writable': false, 'renewals': [],
				'coordinator': {'type': 'jdbc', 'available': true, 'voters': 1, 'answering': 1},
				'elections': [{
					'election': {'name': 'settlement', 'state': 'LEADER', 'suspected': false, 'term': 8,
						'leader': {'instance': '%1$s', 'self': true, 'term': 8, 'since': '2026-11-30T12:00:35Z'},
						'candidates': {%2$s}},
					'terms': [
						{'term': 8, 'kind': 'GRANTED', 'instance': '%1$s', 'began': '2026-11-30T12:00:35Z',
							'ended': null, 'noted': false},
						{'term': 7, 'kind': 'GRANTED', 'instance': '%3$s', 'began': '2026-11-30T12:00:05Z',
							'ended': '2026-11-30T12:00:34.980Z', 'noted': false}],
					'failovers': [{'term': 8, 'from': '%3$s', 'to': '%1$s', 'at': '2026-11-30T12:00:35Z',
						'millis': 5020, 'estimated': true}],
					'rejections': {'fence': 0, 'process': 0}, 'orders': []}]}""".formatted(leader, listed, former);
	}

}
