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

import io.leaderelection.LeaderState;
import io.leaderelection.spi.Transition;
import io.leaderelection.spi.TransitionListener;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Log of what an operator wants to know of elections: when this instance begins and ends
 * to lead, and what keeps it from it. Everything else is logged at debug level.
 */
public final class TransitionLog implements TransitionListener {

	private static final Log logger = LogFactory.getLog(TransitionLog.class);

	private final Supplier<String> instance;

	/**
	 * Create a log.
	 * @param instance the identity of this instance, asked for at each line
	 */
	public TransitionLog(Supplier<String> instance) {
		this.instance = instance;
	}

	@Override
	public void onTransition(Transition transition) {
		String message = "Election '%s': %s -> %s%s, %s [instance: %s, reason: %s]".formatted(transition.election(),
				transition.from(), transition.to(),
				(transition.token() != null) ? " in term " + transition.token().term() : "", transition.detail(),
				this.instance.get(), transition.reason());
		if (isTrouble(transition)) {
			logger.warn(message);
		}
		else if (isLeading(transition.from()) || isLeading(transition.to())) {
			logger.info(message);
		}
		else {
			logger.debug(message);
		}
	}

	private static boolean isTrouble(Transition transition) {
		boolean uncertain = transition.from() == LeaderState.SUSPECT || transition.from() == LeaderState.SEALING;
		return transition.to() == LeaderState.SUSPECT || (uncertain && !isLeading(transition.to()));
	}

	private static boolean isLeading(LeaderState state) {
		return state == LeaderState.LEADER || state == LeaderState.SUSPECT || state == LeaderState.DRAINING;
	}

}
