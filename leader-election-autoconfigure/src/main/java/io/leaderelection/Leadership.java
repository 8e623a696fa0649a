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

import java.time.Duration;

/**
 * One term that this instance was granted. A leadership is a captured value: once its
 * term is over it never becomes valid again, even if the same process wins a later term.
 * <p>
 * All methods may be called from any thread; none blocks or takes a lock.
 */
public interface Leadership {

	/**
	 * Return the token that every write, message and outside call of this term carries.
	 * @return the fencing token
	 */
	FencingToken token();

	/**
	 * Return whether work that began in this term may go on: the term is led or drained,
	 * is not suspected, and its local deadline is ahead. Both clocks are compared at each
	 * call.
	 * @return whether the term is valid at this moment
	 */
	boolean isValid();

	/**
	 * Check that work that began in this term may go on.
	 * @throws NotLeaderException if {@link #isValid()} is {@code false}, naming why
	 */
	void ensureValid();

	/**
	 * Return the time until the local deadline of the term, which each renewal moves
	 * forward.
	 * @return the remaining time, zero if the term is over
	 */
	Duration remaining();

}
