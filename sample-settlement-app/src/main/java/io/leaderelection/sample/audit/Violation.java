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

package io.leaderelection.sample.audit;

/**
 * Broken promise that the record shows.
 *
 * @param kind the promise
 * @param detail what was found, as a sentence
 */
public record Violation(Kind kind, String detail) {

	@Override
	public String toString() {
		return this.kind + ": " + this.detail;
	}

	/**
	 * Promises that can be broken.
	 */
	public enum Kind {

		/**
		 * A write of an older grant was accepted after one of a newer grant.
		 */
		STALE_WRITE,

		/**
		 * A term was granted twice.
		 */
		TWO_GRANTS_IN_A_TERM,

		/**
		 * A grant was used by two processes.
		 */
		TWO_HOLDERS_OF_A_GRANT,

		/**
		 * A row carries another fence token than its transaction named.
		 */
		WRONG_STAMP,

		/**
		 * A payment was settled more than once.
		 */
		SETTLED_TWICE,

		/**
		 * A run was written to after it was finished.
		 */
		RUN_REPEATED,

		/**
		 * A run was begun and never finished.
		 */
		RUN_UNFINISHED,

		/**
		 * What the record and the tables say differs.
		 */
		RECORD_INCOMPLETE,

		/**
		 * Debits and credits, or payouts and payments, do not add up.
		 */
		UNBALANCED

	}

}
