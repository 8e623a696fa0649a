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

import java.util.concurrent.Callable;

import io.leaderelection.Leadership;
import org.jspecify.annotations.Nullable;

/**
 * Part that runs guarded work with the token bound to the thread and counts it as in
 * flight. Used by the engine for {@code runIfLeader} and around the listeners of granted
 * events.
 */
public interface GuardedExecution {

	/**
	 * Call the task on the calling thread.
	 * @param <T> the type of the result
	 * @param leadership the term that the task belongs to
	 * @param task the task
	 * @return the result of the task
	 * @throws Exception whatever the task throws, or the fencing failure that was stored
	 * while it ran
	 */
	<T extends @Nullable Object> T call(Leadership leadership, Callable<T> task) throws Exception;

	/**
	 * A task was asked for that is not called, as this instance does not lead.
	 * @param election the name of the election
	 */
	default void skipped(String election) {
	}

	/**
	 * Execution that binds nothing, for engines without a gate.
	 * @return the execution
	 */
	static GuardedExecution unbound() {
		return new GuardedExecution() {

			@Override
			public <T extends @Nullable Object> T call(Leadership leadership, Callable<T> task) throws Exception {
				return task.call();
			}

		};
	}

}
