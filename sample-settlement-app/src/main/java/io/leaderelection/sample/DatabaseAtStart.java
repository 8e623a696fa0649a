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

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

import javax.sql.DataSource;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Waits at start until the database answers, before anybody asks it for more: Flyway's
 * own retries begin only after it was asked what kind of database it is.
 */
class DatabaseAtStart implements BeanPostProcessor {

	private static final Log logger = LogFactory.getLog(DatabaseAtStart.class);

	private static final String CONNECTION_FAILED = "08";

	private static final String CANNOT_CONNECT_NOW = "57P03";

	private static final String TOO_MANY_CONNECTIONS = "53300";

	private static final Set<String> PASSING = Set.of(CANNOT_CONNECT_NOW, TOO_MANY_CONNECTIONS);

	private final Duration patience;

	private final Duration pause;

	/**
	 * Create the wait.
	 * @param patience how long to wait
	 * @param pause the time between two attempts
	 */
	DatabaseAtStart(Duration patience, Duration pause) {
		this.patience = patience;
		this.pause = pause;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof DataSource dataSource) {
			await(dataSource);
		}
		return bean;
	}

	private void await(DataSource dataSource) {
		long begin = System.nanoTime();
		boolean waiting = false;
		while (true) {
			try (Connection connection = dataSource.getConnection()) {
				if (waiting) {
					logger.info("The database answers: " + connection.getMetaData().getDatabaseProductName());
				}
				return;
			}
			catch (SQLException | RuntimeException ex) {
				SQLException reason = reason(ex);
				if (!isPassing(reason)) {
					throw new DatabaseUnavailableException(reason, Duration.ZERO);
				}
				if (System.nanoTime() - begin >= this.patience.toNanos()) {
					throw new DatabaseUnavailableException(reason, this.patience);
				}
				if (!waiting) {
					logger.warn("The database does not answer yet, waiting for it for up to %d s: %s"
						.formatted(this.patience.toSeconds(), reason.getMessage()));
				}
				waiting = true;
				LockSupport.parkNanos(this.pause.toNanos());
				if (Thread.currentThread().isInterrupted()) {
					throw new DatabaseUnavailableException(reason, this.patience);
				}
			}
		}
	}

	// A pool wraps what the driver says.
	private static SQLException reason(Exception failure) {
		SQLException reason = null;
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			reason = (cause instanceof SQLException sql) ? sql : reason;
		}
		return (reason != null) ? reason : new SQLException(failure);
	}

	private static boolean isPassing(SQLException reason) {
		String state = String.valueOf(reason.getSQLState());
		return state.startsWith(CONNECTION_FAILED) || PASSING.contains(state);
	}

}
