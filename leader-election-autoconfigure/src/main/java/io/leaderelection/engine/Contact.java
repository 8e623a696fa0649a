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

package io.leaderelection.engine;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.spi.ContactListener;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * What is told to others of the contact with the coordinator.
 */
final class Contact {

	private static final Log logger = LogFactory.getLog(Contact.class);

	private final List<ContactListener> listeners;

	private final EngineClock clock;

	Contact(List<ContactListener> listeners, EngineClock clock) {
		this.listeners = listeners;
		this.clock = clock;
	}

	/**
	 * Tell what became of a call. That a session is gone, or that the past was lost, is
	 * an answer as well.
	 * @param call what was asked
	 * @param sent when it was asked
	 * @param outcome the outcome
	 */
	void told(ContactListener.Call call, Moment sent, Object outcome) {
		Duration elapsed = Duration.ofNanos(this.clock.now().nanos() - sent.nanos());
		if (outcome instanceof Unknown unknown) {
			tell((listener) -> listener.failed(call, elapsed, unknown.detail()));
		}
		else if (outcome instanceof Refused refused) {
			tell((listener) -> listener.failed(call, elapsed, refused.kind() + ": " + refused.detail()));
		}
		else {
			tell((listener) -> listener.answered(call, elapsed));
		}
	}

	void watchLost(String detail) {
		tell((listener) -> listener.watchLost(detail));
	}

	private void tell(Consumer<ContactListener> message) {
		for (ContactListener listener : this.listeners) {
			try {
				message.accept(listener);
			}
			catch (RuntimeException ex) {
				logger.warn("A contact listener failed", ex);
			}
		}
	}

}
