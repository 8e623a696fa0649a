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

package io.leaderelection.actuate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Orders that operators give.
 */
public enum OrderAction {

	/**
	 * The leader gives up in good order.
	 */
	RESIGN,

	/**
	 * The leader hands over to a named candidate.
	 */
	TRANSFER,

	/**
	 * The leader is forced out, and nobody leads until {@link #RESUME}.
	 */
	PAUSE,

	/**
	 * Candidates may campaign again.
	 */
	RESUME,

	/**
	 * The leader is forced out, if the term is the one that the operator saw.
	 */
	RELEASE,

	/**
	 * The coordinator's lineage adopts the fences.
	 */
	ADOPT,

	/**
	 * The term is raised.
	 */
	RAISE_TERM;

	/**
	 * Return the word for this order in requests and answers.
	 * @return the word
	 */
	public String word() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	static Optional<OrderAction> of(String word) {
		return Arrays.stream(values()).filter((action) -> action.word().equals(word)).findFirst();
	}

	static List<String> words() {
		return Arrays.stream(values()).map(OrderAction::word).toList();
	}

}
