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

package io.leaderelection;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Answer to an operator's order.
 *
 * @param status what became of the order
 * @param term the term that the order burned or left behind, zero if none
 * @param fenced whether the burned term was sealed in every database that the election
 * protects; {@code true} as well if it protects none
 * @param unsealed the databases in which the burned term is not sealed yet
 * @param leader the leader seen by the order, or {@code null}
 * @param detail a sentence for people
 */
public record ControlResult(Status status, long term, boolean fenced, List<String> unsealed,
		@Nullable ObservedLeader leader, String detail) {

	public ControlResult {
		unsealed = List.copyOf(unsealed);
	}

	/**
	 * Outcomes of an order.
	 */
	public enum Status {

		/**
		 * The order took effect.
		 */
		DONE,

		/**
		 * The election is in another state than the order requires; nothing changed.
		 */
		CONFLICT,

		/**
		 * The coordinator did not confirm the order: it did not answer, so that it is not
		 * known whether the order took effect, or the term ended otherwise before. The
		 * cool-down that was ordered holds if the term has ended.
		 */
		UNKNOWN,

		/**
		 * The coordinator refused the order; nothing changed.
		 */
		REFUSED

	}

}
