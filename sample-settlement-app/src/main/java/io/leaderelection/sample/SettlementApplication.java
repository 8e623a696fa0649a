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

import java.time.Clock;
import java.time.Duration;

import io.leaderelection.sample.settlement.SettlementProperties;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.task.ThreadPoolTaskSchedulerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.util.ErrorHandler;

/**
 * Entry point of the settlement service.
 */
@SpringBootApplication
@EnableScheduling
@EnableConfigurationProperties(SettlementProperties.class)
public class SettlementApplication {

	/**
	 * Starts one worker.
	 * @param args the command line arguments
	 */
	public static void main(String[] args) {
		// Where H2 serves a file that several workers share. Otherwise it is the whole
		// network that could reach it.
		System.setProperty("h2.bindAddress", "127.0.0.1");
		SpringApplication.run(SettlementApplication.class, args);
	}

	@Bean
	Clock clock() {
		return Clock.systemUTC();
	}

	// Static, as it has to exist before the DataSource does.
	@Bean
	static DatabaseAtStart databaseAtStart(Environment environment) {
		return new DatabaseAtStart(
				environment.getProperty("settlement.database-patience", Duration.class, Duration.ofMinutes(2)),
				Duration.ofSeconds(1));
	}

	@Bean
	JobFailureLog jobFailureLog() {
		return new JobFailureLog();
	}

	@Bean
	ThreadPoolTaskSchedulerCustomizer jobFailures(ErrorHandler handler) {
		return (scheduler) -> scheduler.setErrorHandler(handler);
	}

}
