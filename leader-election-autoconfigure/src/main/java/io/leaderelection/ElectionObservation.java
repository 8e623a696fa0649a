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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Election as this instance last saw it in the coordinator. An observation proves
 * nothing: it may be out of date when it is read.
 *
 * @param term the last term that was handed out or burned, zero if there was none
 * @param leader the leader, or {@code null}
 * @param pause the pause, or {@code null} if the election is not paused
 * @param successor the instance that is to follow by an operator's order, or {@code null}
 * @param candidates what each candidate tells about itself, by its identity
 * @param at since when this is known, by this instance's wall clock
 */
public record ElectionObservation(long term, @Nullable ObservedLeader leader, @Nullable ObservedPause pause,
		@Nullable String successor, Map<String, Map<String, String>> candidates, Instant at) {

	public ElectionObservation {
		candidates = Collections.unmodifiableMap(new LinkedHashMap<>(candidates));
	}

}
