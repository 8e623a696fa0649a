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

package io.leaderelection.context;

import org.springframework.core.task.TaskDecorator;

/**
 * Task decorator that hands the {@link LeadershipContext} of the submitting thread to the
 * thread that runs the task. The end of the term waits for a task that has begun.
 * <p>
 * A task that starts after the end of its term is run all the same, as whoever waits for
 * its future would wait for ever; but its token is refused by
 * {@link io.leaderelection.Leadership#ensureValid()}, by guarded methods and by the
 * fence. {@link LeadershipContext#wrap(Runnable)} refuses such a task as a whole.
 */
public final class LeadershipTaskDecorator implements TaskDecorator {

	@Override
	public Runnable decorate(Runnable task) {
		LeadershipContext context = LeadershipContext.current();
		if (context.isEmpty()) {
			return task;
		}
		return () -> {
			try (LeadershipContext.Scope scope = context.enter()) {
				task.run();
			}
		};
	}

}
