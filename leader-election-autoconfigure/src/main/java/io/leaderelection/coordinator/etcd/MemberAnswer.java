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

import java.time.Duration;

import io.etcd.jetcd.api.StatusResponse;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.SessionOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Answer of a member that was asked how it is.
 *
 * @param status what it told, or {@code null}
 * @param took how long the answer took, be it a refusal, or {@code null} without one
 * @param error why it told nothing, or {@code null}
 */
record MemberAnswer(@Nullable StatusResponse status, @Nullable Duration took, @Nullable String error) {

	static final MemberAnswer NOT_ASKED = new MemberAnswer(null, null, "It advertises no address that can be asked");

	static MemberAnswer failed(Throwable failure, Duration took) {
		boolean refused = Failures.outcome(SessionOutcome.class, failure) instanceof Refused refusal
				&& refusal.kind() == Refused.Kind.DENIED;
		return new MemberAnswer(null, refused ? took : null, Failures.describe(failure));
	}

	/**
	 * Return whether the answer is that of a member.
	 * @param id the id of the member
	 * @return whether it is
	 */
	boolean isOf(long id) {
		return this.status != null && this.status.getHeader().getMemberId() == id;
	}

}
