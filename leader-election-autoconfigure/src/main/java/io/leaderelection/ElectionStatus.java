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

package io.leaderelection;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Snapshot of one election as this instance sees it.
 *
 * @param election the name of the election
 * @param state the state of this instance
 * @param suspected whether this instance cannot tell if its grant still holds; may be set
 * in {@link LeaderState#SEALING} and {@link LeaderState#DRAINING} too
 * @param token the token of the term held, or {@code null}
 * @param remaining the time until the local deadline, zero if no term is held
 * @param holdBack why this instance does not campaign, or {@code null}
 * @param holdBackDetail the reason in words, or {@code null}
 * @param leader the leader last observed, or {@code null}
 * @param observation the election as it was last seen in the coordinator, or {@code null}
 * if it was not seen yet
 * @param lastRevocation the end of the last term held here, or {@code null}
 * @param lastError the last error met, or {@code null}
 */
public record ElectionStatus(String election, LeaderState state, boolean suspected, @Nullable FencingToken token,
		Duration remaining, @Nullable HoldBack holdBack, @Nullable String holdBackDetail,
		@Nullable ObservedLeader leader, @Nullable ElectionObservation observation, @Nullable Revocation lastRevocation,
		@Nullable String lastError) {

}
