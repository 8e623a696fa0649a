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

package io.leaderelection.sample;

import io.leaderelection.fencing.jdbc.FencedJdbcTemplate;
import io.leaderelection.sample.reporting.StatementStore;
import io.leaderelection.sample.settlement.ForgetfulRuns;
import io.leaderelection.sample.settlement.PayoutStore;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Stores that guarded jobs write to.
 */
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {

	private static final String FENCED = "settlement.fenced";

	@Bean
	@ConditionalOnBooleanProperty(name = FENCED, matchIfMissing = true)
	PayoutStore payoutStore(FencedJdbcTemplate jdbc) {
		return new PayoutStore(jdbc);
	}

	@Bean
	@ConditionalOnBooleanProperty(name = FENCED, matchIfMissing = true)
	StatementStore statementStore(FencedJdbcTemplate jdbc) {
		return new StatementStore(jdbc);
	}

	/**
	 * Stores of the control run, which nothing fences, and which no ledger protects.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty(name = FENCED, havingValue = false)
	static class Unfenced {

		@Bean
		PayoutStore payoutStore(JdbcTemplate jdbc) {
			return new PayoutStore(jdbc);
		}

		@Bean
		StatementStore statementStore(JdbcTemplate jdbc) {
			return new StatementStore(jdbc);
		}

		@Bean
		ForgetfulRuns forgetfulRuns(TransactionOperations transactions) {
			return new ForgetfulRuns(transactions);
		}

	}

}
