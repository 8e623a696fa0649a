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

package io.leaderelection.coordinator;

import java.time.Instant;
import java.util.Map;

/**
 * Attempt to win the term after the known one. After an {@link Unknown} outcome it may be
 * repeated only with the same session and grant id.
 *
 * @param election the name of the election
 * @param session the candidate's session
 * @param grantId the nonce of the attempt
 * @param known the term counter as last seen
 * @param since the time to note as the beginning of the term
 * @param metadata what the instance tells about itself
 */
public record Campaign(String election, Session session, String grantId, TermRecord known, Instant since,
		Map<String, String> metadata) {

	public Campaign {
		metadata = Map.copyOf(metadata);
	}

}
