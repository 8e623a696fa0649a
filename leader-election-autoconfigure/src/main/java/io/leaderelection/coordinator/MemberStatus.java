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

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Answer of one member of a coordinator to the question how it is. One that this instance
 * cannot reach may well be reached by others.
 *
 * @param endpoint where it was asked, without credentials
 * @param name the name of the member, or {@code null} if not known
 * @param reachable whether it answered in time
 * @param leading whether it says that it leads the members
 * @param version the version of the server, or {@code null} if not known
 * @param alarms what it complains about, such as {@code NOSPACE}
 * @param took how long the answer took, with connecting, or {@code null} without answer
 * @param error why there is no answer, without credentials, or {@code null}
 */
public record MemberStatus(String endpoint, @Nullable String name, boolean reachable, boolean leading,
		@Nullable String version, List<String> alarms, @Nullable Duration took, @Nullable String error) {

	public MemberStatus {
		alarms = List.copyOf(alarms);
	}

	/**
	 * Return the status of a member that did not answer.
	 * @param endpoint where it was asked, without credentials
	 * @param error why there is no answer, without credentials
	 * @return the status
	 */
	public static MemberStatus unreachable(String endpoint, String error) {
		return new MemberStatus(endpoint, null, false, false, null, List.of(), null, error);
	}

}
