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

package io.leaderelection.sample.drill;

import io.leaderelection.LeaderConfirmedEvent;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.LeaderSuspectedEvent;
import io.leaderelection.sample.drill.DrillEvent.Kind;

import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;

/**
 * Listener that tells the events of the elections.
 */
class ElectionReporter {

	private final DrillLog log;

	ElectionReporter(DrillLog log) {
		this.log = log;
	}

	@EventListener
	void onReady(WebServerInitializedEvent event) {
		this.log.tell(Kind.READY, "", 0, Integer.toString(event.getWebServer().getPort()));
	}

	@EventListener
	void onGranted(LeaderGrantedEvent event) {
		this.log.tell(Kind.GRANTED, event.getToken().election(), event.getToken().term(),
				"grant " + event.getToken().grantId());
	}

	@EventListener
	void onSuspected(LeaderSuspectedEvent event) {
		this.log.tell(Kind.SUSPECTED, event.getToken().election(), event.getToken().term(), event.getCause().name());
	}

	@EventListener
	void onConfirmed(LeaderConfirmedEvent event) {
		this.log.tell(Kind.CONFIRMED, event.getToken().election(), event.getToken().term(), "");
	}

	@EventListener
	void onRevoked(LeaderRevokedEvent event) {
		this.log.tell(Kind.REVOKED, event.getToken().election(), event.getToken().term(),
				event.getReason() + ": " + event.getRevocation().detail());
	}

}
