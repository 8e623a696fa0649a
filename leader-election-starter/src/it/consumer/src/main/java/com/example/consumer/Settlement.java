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

package com.example.consumer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderOnly;

import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The work of the one instance that leads.
 */
@Component
class Settlement {

	private final LeaderElections elections;

	private final long started = System.nanoTime();

	private final CompletableFuture<Lead> granted = new CompletableFuture<>();

	/** The term in which the first work was done, or -1 if it was done without one. */
	private final CompletableFuture<Long> worked = new CompletableFuture<>();

	Settlement(LeaderElections elections) {
		this.elections = elections;
	}

	@EventListener
	void onGranted(LeaderGrantedEvent event) {
		long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - this.started);
		this.granted.complete(new Lead(event.getToken().term(), millis));
	}

	@Scheduled(fixedDelay = 50)
	@LeaderOnly("settlement")
	public void settle() {
		this.worked.complete(this.elections.get("settlement")
			.leadership()
			.map((leadership) -> leadership.token().term())
			.orElse(-1L));
	}

	Lead awaitLead() throws Exception {
		Lead lead = this.granted.get(30, TimeUnit.SECONDS);
		long term = this.worked.get(30, TimeUnit.SECONDS);
		if (term != lead.term()) {
			throw new IllegalStateException("Worked in term %d, but led in term %d".formatted(term, lead.term()));
		}
		return lead;
	}

}
