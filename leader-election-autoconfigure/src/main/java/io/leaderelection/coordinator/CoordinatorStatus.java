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
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a coordinator.
 *
 * @param type the kind of coordinator
 * @param endpoints where it is, without credentials
 * @param version the version of the server, or {@code null} if not known yet
 * @param advice what an operator should know about the server, or empty
 * @param lastContact when it answered last, or {@code null} if it never did
 * @param lastError the last error, or {@code null}
 */
public record CoordinatorStatus(String type, List<String> endpoints, @Nullable String version, List<String> advice,
		@Nullable Instant lastContact, @Nullable String lastError) {

	public CoordinatorStatus {
		endpoints = List.copyOf(endpoints);
		advice = List.copyOf(advice);
	}

}
