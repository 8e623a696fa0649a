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

import org.jspecify.annotations.Nullable;

/**
 * Judgement on whether this instance can do the work of an election at present. An
 * instance that is not eligible does not campaign, and a leader hands over after a grace
 * time. Called on the engine's thread at every renewal interval; must return at once.
 */
@FunctionalInterface
public interface Eligibility {

	/**
	 * Return why this instance cannot do the work.
	 * @param election the name of the election
	 * @return the reason in words, or {@code null} if it can
	 */
	@Nullable String reasonAgainst(String election);

}
