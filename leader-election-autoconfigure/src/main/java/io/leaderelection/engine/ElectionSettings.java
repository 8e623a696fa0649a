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

package io.leaderelection.engine;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Settings of one election, complete and validated. No time may be longer than seven
 * days.
 *
 * @param ttl the time-to-live of the session: how long a crashed leader stays in the way
 * @param renewInterval the time between renewals
 * @param attemptTimeout the deadline of one renewal
 * @param suspectAfter the time since the sending of the last acknowledged renewal after
 * which the leader is suspect
 * @param margin the safety margin taken off the local deadline
 * @param sealTimeout the bound for raising the fences before a term is announced
 * @param drainTimeout how long a voluntary end waits for work in flight, at most
 * @param coolDown how long an instance lets others try after it resigned
 * @param eligibilityGrace how long a leader may be ineligible before it hands over
 * @param metadata what the instance tells about itself
 */
public record ElectionSettings(Duration ttl, Duration renewInterval, Duration attemptTimeout, Duration suspectAfter,
		Duration margin, Duration sealTimeout, Duration drainTimeout, Duration coolDown, Duration eligibilityGrace,
		Map<String, String> metadata) {

	private static final Duration MAX_ATTEMPT = Duration.ofMillis(1500);

	private static final Duration MIN_MARGIN = Duration.ofMillis(200);

	private static final Duration LONGEST = Duration.ofDays(7);

	public ElectionSettings {
		requirePositive("ttl", ttl);
		requirePositive("renew-interval", renewInterval);
		requirePositive("attempt-timeout", attemptTimeout);
		requirePositive("suspect-after", suspectAfter);
		requirePositive("seal-timeout", sealTimeout);
		requireNotNegative("margin", margin);
		requireNotNegative("drain-timeout", drainTimeout);
		requireNotNegative("cool-down", coolDown);
		requireNotNegative("eligibility-grace", eligibilityGrace);
		requireNotTooLong("ttl", ttl);
		requireNotTooLong("drain-timeout", drainTimeout);
		requireNotTooLong("cool-down", coolDown);
		requireNotTooLong("eligibility-grace", eligibilityGrace);
		requireLess("renew-interval", renewInterval, "suspect-after", suspectAfter);
		requireLess("suspect-after", suspectAfter, "ttl", ttl);
		requireLess("attempt-timeout", attemptTimeout, "ttl", ttl);
		requireLess("seal-timeout", sealTimeout, "ttl", ttl);
		requireLess("margin", margin, "ttl", ttl);
		metadata = Map.copyOf(metadata);
	}

	/**
	 * Return settings with everything else derived from the time-to-live: renewal every
	 * TTL/4, attempts of at most min(1.5 s, TTL/5), suspicion after 0.6·TTL, a margin of
	 * max(200 ms, 2 %) and sealing within TTL/2.
	 * @param ttl the time-to-live
	 * @return the settings
	 */
	public static ElectionSettings of(Duration ttl) {
		return of(ttl, null, null, null, null, null, null, null, Map.of());
	}

	/**
	 * Return settings in which whatever is {@code null} is derived or has its default.
	 * @param ttl the time-to-live
	 * @param renewInterval the renewal interval, by default TTL/4
	 * @param attemptTimeout the deadline of one renewal, by default min(1.5 s, TTL/5)
	 * @param suspectAfter the time until suspicion, by default 0.6·TTL
	 * @param sealTimeout the bound for sealing, by default TTL/2
	 * @param drainTimeout the bound for draining, by default 25 s, less than what Spring
	 * gives a phase of its shutdown
	 * @param coolDown the cool-down, by default TTL
	 * @param eligibilityGrace the grace time, by default TTL
	 * @param metadata the metadata
	 * @return the settings
	 */
	public static ElectionSettings of(Duration ttl, @Nullable Duration renewInterval, @Nullable Duration attemptTimeout,
			@Nullable Duration suspectAfter, @Nullable Duration sealTimeout, @Nullable Duration drainTimeout,
			@Nullable Duration coolDown, @Nullable Duration eligibilityGrace, Map<String, String> metadata) {
		requirePositive("ttl", ttl);
		requireNotTooLong("ttl", ttl);
		if (ttl.compareTo(MIN_MARGIN) <= 0) {
			throw new InvalidElectionSettingException("ttl", null, "'ttl' must be more than %s, but is %s"
				.formatted(new PlainDuration(MIN_MARGIN), new PlainDuration(ttl)));
		}
		return new ElectionSettings(ttl, orElse(renewInterval, ttl.dividedBy(4)),
				orElse(attemptTimeout, min(MAX_ATTEMPT, ttl.dividedBy(5))),
				orElse(suspectAfter, ttl.multipliedBy(6).dividedBy(10)), max(MIN_MARGIN, ttl.dividedBy(50)),
				orElse(sealTimeout, ttl.dividedBy(2)), orElse(drainTimeout, Duration.ofSeconds(25)),
				orElse(coolDown, ttl), orElse(eligibilityGrace, ttl), metadata);
	}

	private static Duration orElse(@Nullable Duration value, Duration fallback) {
		return (value != null) ? value : fallback;
	}

	private static Duration min(Duration left, Duration right) {
		return (left.compareTo(right) <= 0) ? left : right;
	}

	private static Duration max(Duration left, Duration right) {
		return (left.compareTo(right) >= 0) ? left : right;
	}

	private static void requirePositive(String name, Duration value) {
		if (value.isNegative() || value.isZero()) {
			throw new InvalidElectionSettingException(name, null,
					"'%s' must be positive, but is %s".formatted(name, new PlainDuration(value)));
		}
	}

	private static void requireNotNegative(String name, Duration value) {
		if (value.isNegative()) {
			throw new InvalidElectionSettingException(name, null,
					"'%s' must not be negative, but is %s".formatted(name, new PlainDuration(value)));
		}
	}

	private static void requireNotTooLong(String name, Duration value) {
		if (value.compareTo(LONGEST) > 0) {
			throw new InvalidElectionSettingException(name, null, "'%s' must be at most %s, but is %s".formatted(name,
					new PlainDuration(LONGEST), new PlainDuration(value)));
		}
	}

	private static void requireLess(String name, Duration value, String limitName, Duration limit) {
		if (value.compareTo(limit) >= 0) {
			throw new InvalidElectionSettingException(name, limitName, "'%s' (%s) must be less than '%s' (%s)"
				.formatted(name, new PlainDuration(value), limitName, new PlainDuration(limit)));
		}
	}

}
