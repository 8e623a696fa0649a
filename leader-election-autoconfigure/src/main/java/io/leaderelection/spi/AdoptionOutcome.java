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

package io.leaderelection.spi;

import java.util.List;

/**
 * Outcome of letting a lineage adopt the fences of an election.
 *
 * @param failed the names of the databases in which it failed, empty if it is done
 * @param detail the first failure in words, without credentials, or empty
 */
public record AdoptionOutcome(List<String> failed, String detail) {

	public AdoptionOutcome {
		failed = List.copyOf(failed);
	}

	/**
	 * Return the outcome of an adoption that is done.
	 * @return the outcome
	 */
	public static AdoptionOutcome done() {
		return new AdoptionOutcome(List.of(), "");
	}

}
