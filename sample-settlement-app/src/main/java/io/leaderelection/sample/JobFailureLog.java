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

import io.leaderelection.NotLeaderException;
import io.leaderelection.fencing.StaleTokenException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;
import org.springframework.util.ErrorHandler;

/**
 * Handler that logs the failures of scheduled jobs. What has to be expected gets a line
 * and no stack trace: that work is refused because its term is over, and that a database
 * fails.
 */
public class JobFailureLog implements ErrorHandler {

	private static final Logger logger = LoggerFactory.getLogger(JobFailureLog.class);

	@Override
	public void handleError(Throwable failure) {
		if (failure instanceof NotLeaderException || failure instanceof StaleTokenException) {
			logger.warn("The work of a job was refused: {}", failure.getMessage());
		}
		else if (failure instanceof DataAccessException || failure instanceof TransactionException) {
			logger.error("A job was broken off, as the database failed; its next run tries again: {}",
					NestedExceptionUtils.getMostSpecificCause(failure).toString().replaceAll("\\s+", " "));
		}
		else {
			logger.error("A job failed; its next run tries again", failure);
		}
	}

}
