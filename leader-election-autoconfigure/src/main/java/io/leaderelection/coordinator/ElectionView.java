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

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * State of an election at one revision of the coordinator.
 *
 * @param election the name of the election
 * @param revision the revision at which all of it was true
 * @param leader the leader record, or {@code null}
 * @param term the term counter
 * @param pause the pause, or {@code null}
 * @param successor the instance nominated to follow, or {@code null}
 * @param candidates the metadata of the candidates by instance, in the given order, so
 * that a simulation repeats itself
 */
public record ElectionView(String election, long revision, @Nullable LeaderRecord leader, TermRecord term,
		@Nullable PauseRecord pause, @Nullable String successor, Map<String, Map<String, String>> candidates) {

	public ElectionView {
		candidates = Collections.unmodifiableMap(new LinkedHashMap<>(candidates));
	}

	/**
	 * Return a view of an election of which nothing is stored.
	 * @param election the name of the election
	 * @param revision the revision
	 * @return the view
	 */
	public static ElectionView empty(String election, long revision) {
		return new ElectionView(election, revision, null, TermRecord.NONE, null, null, Map.of());
	}

}
