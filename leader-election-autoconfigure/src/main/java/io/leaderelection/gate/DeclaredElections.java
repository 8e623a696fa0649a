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
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

import io.leaderelection.LeaderElections;

import org.springframework.util.PatternMatchUtils;

/**
 * Elections that guarded methods declare by using them. Methods of beans that are created
 * late are added late.
 */
public final class DeclaredElections {

	private static final String ANY = "*";

	private final Set<String> patterns = new ConcurrentSkipListSet<>();

	void add(String pattern) {
		this.patterns.add(pattern);
	}

	/**
	 * Return the names that are known before any call.
	 * @return the names, in their order
	 */
	public List<String> names() {
		return this.patterns.stream().filter((pattern) -> !pattern.contains(ANY)).toList();
	}

	/**
	 * Return the names that depend on the call, with each expression replaced by
	 * {@code *}.
	 * @return the patterns, in their order
	 */
	public List<String> patterns() {
		return this.patterns.stream().filter((pattern) -> pattern.contains(ANY)).toList();
	}

	/**
	 * Join the elections whose names are known before any call.
	 * @param elections the elections
	 */
	public void joinAll(LeaderElections elections) {
		names().forEach(elections::get);
	}

	/**
	 * Return which of the configured names, that may be patterns with {@code *}, no
	 * guarded method and no further election uses.
	 * @param configured the configured names
	 * @param further names of elections that are used otherwise
	 * @return the names that match nothing, in the given order
	 */
	public List<String> unused(Collection<String> configured, Collection<String> further) {
		return configured.stream()
			.filter((name) -> this.patterns.stream().noneMatch((pattern) -> overlap(name, pattern)))
			.filter((name) -> further.stream().noneMatch((used) -> PatternMatchUtils.simpleMatch(name, used)))
			.toList();
	}

	private static boolean overlap(String configured, String declared) {
		return PatternMatchUtils.simpleMatch(configured, declared.replace(ANY, "x"))
				|| PatternMatchUtils.simpleMatch(declared, configured.replace(ANY, "x"));
	}

}
