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

import java.time.Instant;
import java.util.Map;

/**
 * Leader of an election as this instance last saw it in the coordinator. An observation
 * proves nothing: it may be out of date when it is read.
 *
 * @param instance the identity of the leading instance
 * @param term the term
 * @param grantId the unique identifier of the grant
 * @param since when the term was won, by the winner's wall clock
 * @param metadata what the leading instance tells about itself
 */
public record ObservedLeader(String instance, long term, String grantId, Instant since, Map<String, String> metadata) {

	public ObservedLeader {
		metadata = Map.copyOf(metadata);
	}

}
