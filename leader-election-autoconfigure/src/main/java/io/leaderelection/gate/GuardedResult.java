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

package io.leaderelection.gate;

import org.jspecify.annotations.Nullable;

/**
 * Way of making a guarded call, according to the type of its result.
 */
interface GuardedResult {

	/**
	 * Make the call.
	 * @param invocation the call
	 * @return its result, or the empty one
	 * @throws Exception whatever the call throws
	 */
	@Nullable Object invoke(GuardedInvocation invocation) throws Exception;

	/**
	 * Return why a call cannot be skipped.
	 * @return the reason, or {@code null} if the result has an empty value
	 */
	default @Nullable String reasonAgainstSkipping() {
		return null;
	}

	/**
	 * Return why the type of the result cannot be guarded at all.
	 * @return the reason, or {@code null} if it can
	 */
	default @Nullable String reasonAgainst() {
		return null;
	}

}
