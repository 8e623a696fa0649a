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

package io.leaderelection.sample.reporting;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

import io.leaderelection.LeaderOnly;
import io.leaderelection.sample.audit.AuditTrail;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Job that keeps the statements of the day up to date, on the worker that leads the
 * reporting, which may be another one than settles.
 */
@Component
public class StatementJob {

	/**
	 * Election whose leader reports.
	 */
	public static final String ELECTION = "reporting";

	private final StatementStore statements;

	private final AuditTrail audit;

	private final Clock clock;

	public StatementJob(StatementStore statements, AuditTrail audit, Clock clock) {
		this.statements = statements;
		this.audit = audit;
		this.clock = clock;
	}

	/**
	 * Sum up the payouts of today.
	 */
	@Scheduled(fixedDelayString = "${reporting.interval:5s}")
	@LeaderOnly(ELECTION)
	@Transactional
	public void report() {
		List<Statement> statements = this.statements.sumUp(LocalDate.ofInstant(this.clock.instant(), ZoneOffset.UTC));
		if (!statements.isEmpty()) {
			this.audit.identify(ELECTION);
			this.statements.save(statements);
		}
	}

}
