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

package io.leaderelection.coordinator;

/**
 * Term counter of an election: the last term handed out or burned.
 *
 * @param value the term, zero if none was handed out yet
 * @param version the coordinator's version of the counter, zero if it does not exist
 */
public record TermRecord(long value, long version) {

	/**
	 * Counter of an election that had no term yet.
	 */
	public static final TermRecord NONE = new TermRecord(0, 0);

	/**
	 * Largest term that a counter may be raised to.
	 */
	public static final long HIGHEST_FLOOR = 1L << 62;

	/**
	 * Largest number of terms that may be skipped by one raise.
	 */
	public static final long LONGEST_RAISE = 1L << 32;

	/**
	 * Return whether a counter may be raised: only upwards, and by so little that a
	 * damaged fence cannot use the terms up.
	 * @param term the term to raise from
	 * @param floor the term to raise to
	 * @return whether the raise is permitted
	 */
	public static boolean isPermittedRaise(long term, long floor) {
		return floor > term && floor <= HIGHEST_FLOOR && floor - term <= LONGEST_RAISE;
	}

}
