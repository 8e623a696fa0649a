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

package io.leaderelection.coordinator.etcd;

import java.net.ConnectException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;

import io.grpc.Status;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.Restored;
import io.leaderelection.coordinator.SessionGone;
import io.leaderelection.coordinator.Unknown;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Failures}.
 */
class FailuresTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			INVALID_ARGUMENT   | etcdserver: duplicate key given in txn request                       | INVALID
			INVALID_ARGUMENT   | etcdserver: authentication failed, invalid user ID or password       | DENIED
			INVALID_ARGUMENT   | etcdserver: user name is empty                                       | DENIED
			INVALID_ARGUMENT   | etcdserver: revision of auth store is old                            | DENIED
			PERMISSION_DENIED  | etcdserver: permission denied                                        | DENIED
			UNAUTHENTICATED    | etcdserver: invalid auth token                                       | DENIED
			RESOURCE_EXHAUSTED | etcdserver: mvcc: database space exceeded                            | NO_SPACE
			""")
	void definiteRefusalIsRefused(Status.Code code, String description, Refused.Kind kind) {
		Throwable failure = code.toStatus().withDescription(description).asRuntimeException();
		assertThat(Failures.outcome(CampaignOutcome.class, new CompletionException(failure)))
			.isEqualTo(new Refused(kind, code + ": " + description));
	}

	@ParameterizedTest
	@EnumSource(value = Status.Code.class, mode = EnumSource.Mode.EXCLUDE,
			names = { "INVALID_ARGUMENT", "PERMISSION_DENIED", "UNAUTHENTICATED" })
	void everyOtherCodeIsUnknown(Status.Code code) {
		assertThat(Failures.outcome(CampaignOutcome.class, code.toStatus().asRuntimeException()))
			.isInstanceOf(Unknown.class);
	}

	@Test
	void messageThatWasTooLargeIsUnknown() {
		Throwable failure = Status.RESOURCE_EXHAUSTED.withDescription("gRPC message exceeds maximum size")
			.asRuntimeException();
		assertThat(Failures.outcome(CampaignOutcome.class, failure)).isInstanceOf(Unknown.class);
	}

	@Test
	void unknownLeaseIsAnEndedSession() {
		Throwable failure = Status.NOT_FOUND.withDescription("etcdserver: requested lease not found")
			.asRuntimeException();
		assertThat(Failures.outcome(CampaignOutcome.class, failure)).isInstanceOf(SessionGone.class);
		assertThat(Failures.outcome(ReadOutcome.class, failure)).isInstanceOf(Unknown.class);
	}

	@Test
	void restoreIsRestored() {
		assertThat(Failures.outcome(ReadOutcome.class, new RestoredException("evidence")))
			.isEqualTo(new Restored("evidence"));
	}

	@Test
	void timeoutIsUnknown() {
		assertThat(Failures.outcome(ReadOutcome.class, new TimeoutException()))
			.isEqualTo(new Unknown("TimeoutException"));
	}

	/**
	 * Lesson 21: what is behind a failure is not hidden.
	 */
	@Test
	void descriptionTellsTheCause() {
		Throwable failure = Status.UNAVAILABLE.withDescription("io exception")
			.withCause(new IllegalStateException("outer", new IllegalStateException("certificate unknown")))
			.asRuntimeException();
		assertThat(Failures.describe(failure)).isEqualTo("UNAVAILABLE: io exception: outer: certificate unknown");
	}

	/**
	 * What gRPC tells of a call that waited for a connection has the last failure in it,
	 * in full.
	 */
	@Test
	void descriptionHasNoStackTrace() {
		Status refused = Status.UNAVAILABLE.withDescription("io exception")
			.withCause(new IllegalStateException("outer", new ConnectException("Connection refused")));
		Throwable failure = Status.DEADLINE_EXCEEDED
			.withDescription("waited, last failure=" + refused + ", still waiting")
			.asRuntimeException();
		assertThat(Failures.describe(failure)).startsWith("DEADLINE_EXCEEDED: waited, last failure=Status{")
			.contains("Connection refused")
			.endsWith(", still waiting")
			.doesNotContain("\n", "\tat ", "FailuresTests", " more");
	}

}
