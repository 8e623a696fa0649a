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

package io.leaderelection.sample.local;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;

import io.leaderelection.LeaderChangedEvent;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.sample.settlement.SettlementJob;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.annotation.Profile;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Lines for whoever watches a worker: who leads, and how far the settlement is.
 */
@Component
@Profile("local")
class LocalReporter {

	private static final Logger logger = LoggerFactory.getLogger("local");

	private final JdbcTemplate jdbc;

	private final LeaderElection settlement;

	private final String worker;

	private final long pid;

	LocalReporter(JdbcTemplate jdbc, LeaderElections elections, @Value("${settlement.worker}") String worker,
			@Value("${spring.application.pid}") long pid) {
		this.jdbc = jdbc;
		this.settlement = elections.get(SettlementJob.ELECTION);
		this.worker = worker;
		this.pid = pid;
	}

	@EventListener
	void onReady(WebServerInitializedEvent event) {
		logger.info("{} is up on http://127.0.0.1:{} as process {}", this.worker, event.getWebServer().getPort(),
				this.pid);
	}

	@EventListener
	void onGranted(LeaderGrantedEvent event) {
		logger.info("{} leads {} in term {}", this.worker, event.getToken().election(), event.getToken().term());
	}

	@EventListener
	void onRevoked(LeaderRevokedEvent event) {
		logger.info("{} no longer leads {}, term {} is over ({})", this.worker, event.getToken().election(),
				event.getToken().term(), event.getReason());
	}

	@EventListener
	void onChanged(LeaderChangedEvent event) {
		event.getCurrent()
			.filter((leader) -> !leader.instance().startsWith(this.worker))
			.ifPresent((leader) -> logger.info("{} waits: {} leads {} in term {}", this.worker, leader.instance(),
					event.getElection().name(), leader.term()));
	}

	@Scheduled(fixedDelayString = "2s", initialDelayString = "2s")
	void report() {
		if (this.settlement.isLeader()) {
			this.jdbc.query(
					"SELECT coalesce(sum(payments), 0), coalesce(sum(batches), 0),"
							+ " (SELECT count(*) FROM payment WHERE status = 'CAPTURED') FROM settlement_progress",
					this::tell);
		}
	}

	private void tell(ResultSet row) throws SQLException {
		logger.info(String.format(Locale.ROOT, "%,d payments settled by %,d payouts, %,d waiting", row.getLong(1),
				row.getLong(2), row.getLong(3)));
	}

}
