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

import io.leaderelection.LeaderOnly;
import io.leaderelection.fencing.jdbc.FencedJdbcTemplate;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The work of the one instance that leads.
 */
@Component
class Settlement {

	private final FencedJdbcTemplate jdbc;

	/** The term that the settled payment bears. */
	private final CompletableFuture<Long> settled = new CompletableFuture<>();

	Settlement(FencedJdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	@Scheduled(fixedDelay = 50)
	@LeaderOnly("settlement")
	public void settle() {
		if (this.jdbc.update("UPDATE payment SET status = 'SETTLED' WHERE id = 1") == 1) {
			this.settled.complete(
					this.jdbc.queryForObject("SELECT fence_token FROM payment WHERE id = 1", Long.class));
		}
	}

	long awaitSettled() throws Exception {
		return this.settled.get(30, TimeUnit.SECONDS);
	}

}
