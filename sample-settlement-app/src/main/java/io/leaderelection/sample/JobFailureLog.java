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

import org.springframework.util.ErrorHandler;

/**
 * Handler that logs the failures of scheduled jobs. That work is refused because its term
 * is over is what has to happen, so it gets a line and no stack trace.
 */
public class JobFailureLog implements ErrorHandler {

	private static final Logger logger = LoggerFactory.getLogger(JobFailureLog.class);

	@Override
	public void handleError(Throwable failure) {
		if (failure instanceof NotLeaderException || failure instanceof StaleTokenException) {
			logger.warn("The work of a job was refused: {}", failure.getMessage());
		}
		else {
			logger.error("A job failed; its next run tries again", failure);
		}
	}

}
