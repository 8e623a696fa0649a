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

package io.leaderelection.observation;

import java.util.function.Supplier;

import io.leaderelection.LeaderChangedEvent;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.context.ApplicationListener;

/**
 * Log of who leads, as this instance sees it: one line for each other instance that
 * begins to lead. What this instance does itself is in the {@link TransitionLog}.
 */
public final class LeaderLog implements ApplicationListener<LeaderChangedEvent> {

	private static final Log logger = LogFactory.getLog(LeaderLog.class);

	private final Supplier<String> instance;

	/**
	 * Create a log.
	 * @param instance the identity of this instance
	 */
	public LeaderLog(Supplier<String> instance) {
		this.instance = instance;
	}

	@Override
	public void onApplicationEvent(LeaderChangedEvent event) {
		String election = event.getElection().name();
		event.getCurrent().ifPresentOrElse((leader) -> {
			if (!leader.instance().equals(this.instance.get())) {
				logger
					.info("Election '%s': '%s' leads in term %d".formatted(election, leader.instance(), leader.term()));
			}
		}, () -> logger.debug("Election '%s': nobody leads".formatted(election)));
	}

	@Override
	public boolean supportsAsyncExecution() {
		return false;
	}

}
