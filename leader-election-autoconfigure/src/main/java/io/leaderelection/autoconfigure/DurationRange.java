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

import java.time.Duration;

import io.leaderelection.engine.PlainDuration;
import org.jspecify.annotations.Nullable;

/**
 * Range that a duration among the properties has to be in to make sense.
 *
 * @param shortest the shortest duration
 * @param longest the longest duration
 * @param reason why it is neither shorter nor longer, as a part of a sentence
 */
public record DurationRange(Duration shortest, Duration longest, String reason) {

	/**
	 * Check the value of a property.
	 * @param property the full name of the property
	 * @param value the value, or {@code null} if it is not set
	 * @throws LeaderElectionConfigurationException if it is outside of the range
	 */
	public void check(String property, @Nullable Duration value) {
		if (value == null) {
			return;
		}
		boolean tooShort = value.compareTo(this.shortest) < 0;
		if (tooShort || value.compareTo(this.longest) > 0) {
			throw new LeaderElectionConfigurationException(
					"'%s' is %s, but must be at %s %s: %s.".formatted(property, new PlainDuration(value),
							tooShort ? "least" : "most", new PlainDuration(tooShort ? this.shortest : this.longest),
							this.reason),
					"Set it to a time from %s to %s.".formatted(new PlainDuration(this.shortest),
							new PlainDuration(this.longest)),
					property);
		}
	}

}
