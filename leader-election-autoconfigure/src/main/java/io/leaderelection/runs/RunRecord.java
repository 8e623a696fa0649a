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

package io.leaderelection.runs;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Run as it stands in the ledger. Times are those of the database.
 *
 * @param election the name of the election
 * @param key the key
 * @param state the state
 * @param term the term of the last attempt
 * @param grantId the grant of the last attempt
 * @param attempts the number of attempts
 * @param progress the last committed progress, or {@code null}
 * @param lastError the error of the last attempt that failed, or {@code null}
 * @param beganAt when the first attempt began
 * @param updatedAt when the run changed last
 * @param endedAt when the run was finished, or {@code null}
 */
public record RunRecord(String election, String key, RunState state, long term, String grantId, int attempts,
		@Nullable String progress, @Nullable String lastError, Instant beganAt, Instant updatedAt,
		@Nullable Instant endedAt) {

}
