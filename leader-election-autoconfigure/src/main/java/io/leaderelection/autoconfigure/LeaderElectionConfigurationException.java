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

package io.leaderelection.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * Exception thrown at start-up when leader election is configured in a way that cannot
 * work. Says what is wrong and how to mend it; {@link LeaderElectionFailureAnalyzer}
 * shows both.
 */
public class LeaderElectionConfigurationException extends RuntimeException {

	private final String problem;

	private final String remedy;

	private final @Nullable String property;

	/**
	 * Create an exception for a mistake that no single property is to blame for.
	 * @param problem what is wrong
	 * @param remedy how to mend it
	 */
	public LeaderElectionConfigurationException(String problem, String remedy) {
		this(problem, remedy, null);
	}

	/**
	 * Create an exception for a property with a bad value.
	 * @param problem what is wrong
	 * @param remedy how to mend it
	 * @param property the full name of the property, or {@code null}
	 */
	public LeaderElectionConfigurationException(String problem, String remedy, @Nullable String property) {
		super(problem + " " + remedy);
		this.problem = problem;
		this.remedy = remedy;
		this.property = property;
	}

	/**
	 * Return what is wrong.
	 * @return one or more sentences
	 */
	public String getProblem() {
		return this.problem;
	}

	/**
	 * Return how to mend it.
	 * @return one or more sentences
	 */
	public String getRemedy() {
		return this.remedy;
	}

	/**
	 * Return the property that is to blame.
	 * @return the full name of the property, or {@code null}
	 */
	public @Nullable String getProperty() {
		return this.property;
	}

}
