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

package io.leaderelection.coordinator.jdbc;

/**
 * One question to the database: the statements of a script, and what their results mean.
 * Asked anew for each attempt.
 *
 * @param <O> the type of the outcome
 */
@FunctionalInterface
interface Exchange<O> {

	/**
	 * Append the statements.
	 * @param script the script
	 * @return the reader of the results
	 */
	Reader<O> prepare(NamespaceScript script);

	/**
	 * Reader of the results of a script.
	 *
	 * @param <O> the type of the outcome
	 */
	@FunctionalInterface
	interface Reader<O> {

		/**
		 * Read the results.
		 * @param answer the results
		 * @param revision the revision of the namespace at the end of the script; within
		 * a change its own
		 * @return the outcome
		 */
		O read(ScriptAnswer answer, long revision);

	}

}
