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

package io.leaderelection.gate;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.leaderelection.ElectionName;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;

/**
 * Elections whose states are set by hand.
 */
class FakeElections implements LeaderElections {

	private final Map<String, FakeElection> elections = new TreeMap<>();

	@Override
	public synchronized FakeElection get(String name) {
		return this.elections.computeIfAbsent(ElectionName.requireValid(name), FakeElection::new);
	}

	@Override
	public synchronized Collection<LeaderElection> all() {
		return List.copyOf(this.elections.values());
	}

	@Override
	public String instance() {
		return "this";
	}

}
