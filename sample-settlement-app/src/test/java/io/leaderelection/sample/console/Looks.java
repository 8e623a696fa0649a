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

import com.microsoft.playwright.Page;

/**
 * What can be measured of how a page looks.
 */
final class Looks {

	/**
	 * Names what sticks out of the window to the right. Not what lies in a box that
	 * scrolls by itself, nor what is there for screen readers only.
	 */
	private static final String WIDER_THAN_THE_WINDOW = """
			() => [...document.querySelectorAll('body *')]
				.filter((each) => each.checkVisibility() && !each.closest('.scroll, .unseen'))
				.filter((each) => Math.floor(each.getBoundingClientRect().right) > innerWidth)
				.map((each) => `${each.tagName} ${each.className} ${each.textContent.slice(0, 40)}`)""";

	/**
	 * Names texts whose contrast by WCAG 2 is less than the given one, to the first
	 * ground behind them that is not transparent.
	 */
	private static final String FAINTER_THAN = """
			(least) => {
				const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
				const luminance = (colour) => channels(colour).slice(0, 3)
					.map((each) => each / 255)
					.map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
					.reduce((sum, each, index) => sum + each * [0.2126, 0.7152, 0.0722][index], 0);
				const contrast = (element) => {
					let ground = element;
					while (ground.parentElement && channels(getComputedStyle(ground).backgroundColor)[3] === 0) {
						ground = ground.parentElement;
					}
					const [darker, lighter] = [getComputedStyle(element).color,
						getComputedStyle(ground).backgroundColor].map(luminance).sort((a, b) => a - b);
					return (lighter + 0.05) / (darker + 0.05);
				};
				const hasText = (element) => [...element.childNodes]
					.some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
				return [...document.querySelectorAll('body :not(svg *)')]
					.filter((each) => hasText(each) && each.checkVisibility())
					.map((each) => [contrast(each), each])
					.filter(([measured]) => measured < least)
					.map(([measured, each]) => `${measured.toFixed(2)}: ${each.tagName} ${each.textContent}`);
			}""";

	private final Page page;

	Looks(Page page) {
		this.page = page;
	}

	/**
	 * Return what can only be seen by scrolling sideways.
	 */
	@SuppressWarnings("unchecked")
	List<String> hiddenAtTheRight() {
		return (List<String>) this.page.evaluate(WIDER_THAN_THE_WINDOW);
	}

	boolean isScrolledSideways() {
		return Boolean.TRUE.equals(this.page.evaluate("() => document.documentElement.scrollWidth > innerWidth"));
	}

	String ground() {
		return (String) this.page.evaluate("() => getComputedStyle(document.body).backgroundColor");
	}

	/**
	 * Return the texts that are hard to read, each with its contrast.
	 */
	@SuppressWarnings("unchecked")
	List<String> faintTexts(double leastContrast) {
		return (List<String>) this.page.evaluate(FAINTER_THAN, leastContrast);
	}

}
