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

import java.util.concurrent.CompletionStage;

/**
 * What a {@link JdbcWatch} asks the database. No method blocks; every stage completes
 * within a deadline, with a failure whose message is fit for operators if the database
 * does not answer or refuses.
 */
interface ChangeFeed {

	/**
	 * Read the elections that changed after a revision, all at one moment.
	 * @param revision the revision, zero to read all elections
	 * @return the changes
	 */
	CompletionStage<Changes> changesAfter(long revision);

	/**
	 * End the sessions that have expired by the database's clock, and give those that a
	 * clock set back would let live on no more than their time-to-live.
	 * @return completes when it is done
	 */
	CompletionStage<?> sweep();

}
