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

import java.util.Collection;

/**
 * Elections of this application. Elections are declared by use: asking for one makes this
 * instance a candidate for it.
 */
public interface LeaderElections {

	/**
	 * Return the election with the given name, which is joined if it was not yet.
	 * @param name the name of the election
	 * @return the election, the same object at each call
	 * @throws InvalidElectionNameException if the name breaks the rules of
	 * {@link ElectionName}
	 */
	LeaderElection get(String name);

	/**
	 * Return the elections that this instance takes part in.
	 * @return the elections, in the order of their names
	 */
	Collection<LeaderElection> all();

	/**
	 * Return the identity of this instance, which is unique per start.
	 * @return the identity
	 */
	String instance();

}
