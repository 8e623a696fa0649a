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

import java.time.Clock;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.leaderelection.FencingToken;
import io.leaderelection.NotLeaderException;
import io.leaderelection.fencing.FencedOperation;
import io.leaderelection.fencing.StaleTokenException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RefusalReporter}.
 */
class RefusalReporterTests {

	private final Logger logger = (Logger) LoggerFactory.getLogger("drill");

	private final ListAppender<ILoggingEvent> told = new ListAppender<>();

	private final FencingToken token = new FencingToken("settlement", 2, "grant");

	private final RefusalReporter reporter = new RefusalReporter(new DrillLog(Clock.systemUTC()), (failure) -> {
	});

	@BeforeEach
	void listen() {
		this.logger.setLevel(Level.INFO);
		this.told.start();
		this.logger.addAppender(this.told);
	}

	@AfterEach
	void stopListening() {
		this.logger.detachAppender(this.told);
		this.logger.setLevel(null);
	}

	@Test
	void writeThatTheFenceRefusedIsToldAsSuch() {
		this.reporter.handleError(stale());
		assertToldOnce("REFUSED_BY_FENCE");
	}

	@Test
	void refusalAtTheBeginOfATransactionIsToldThoughTheTaskFailedForAnotherReason() {
		NotLeaderException failure = new NotLeaderException(this.token, "The term is over");
		failure.addSuppressed(stale());
		this.reporter.handleError(failure);
		assertToldOnce("REFUSED_BY_FENCE");
	}

	@Test
	void workThatTheProcessRefusedIsToldAsSuch() {
		this.reporter.handleError(new NotLeaderException(this.token, "The term is over"));
		assertToldOnce("REFUSED_LOCALLY");
	}

	private void assertToldOnce(String kind) {
		assertThat(this.told.list).singleElement()
			.extracting(ILoggingEvent::getFormattedMessage)
			.asString()
			.contains(kind);
	}

	private StaleTokenException stale() {
		return new StaleTokenException(FencedOperation.of(this.token, null), null);
	}

}
