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

package io.leaderelection.schedule;

import java.time.Duration;
import java.time.ZoneId;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.support.CronExpression;
import org.springframework.util.StringUtils;
import org.springframework.util.StringValueResolver;

/**
 * Reader of {@link Scheduled} annotations.
 */
final class FiringSchedules {

	private final StringValueResolver resolver;

	FiringSchedules(StringValueResolver resolver) {
		this.resolver = resolver;
	}

	/**
	 * Return the schedule of an annotation.
	 * @param scheduled the annotation
	 * @return the schedule, or {@code null} if it fires once or never
	 * @throws IllegalArgumentException if the annotation cannot be read
	 */
	@Nullable FiringSchedule read(Scheduled scheduled) {
		String cron = resolve(scheduled.cron());
		if (StringUtils.hasText(cron)) {
			String zone = resolve(scheduled.zone());
			return Scheduled.CRON_DISABLED.equals(cron) ? null : new FiringSchedule.Cron(CronExpression.parse(cron),
					StringUtils.hasText(zone) ? ZoneId.of(zone) : ZoneId.systemDefault());
		}
		Duration rate = duration(scheduled.fixedRate(), scheduled.fixedRateString(), scheduled.timeUnit());
		if (rate != null) {
			return new FiringSchedule.FixedRate(rate);
		}
		Duration delay = duration(scheduled.fixedDelay(), scheduled.fixedDelayString(), scheduled.timeUnit());
		return (delay != null) ? new FiringSchedule.FixedDelay(delay) : null;
	}

	private @Nullable Duration duration(long value, String text, TimeUnit unit) {
		if (value >= 0) {
			return Duration.of(value, unit.toChronoUnit());
		}
		String resolved = resolve(text);
		if (!StringUtils.hasText(resolved)) {
			return null;
		}
		return DurationFormatterUtils.detectAndParse(resolved, DurationFormat.Unit.fromChronoUnit(unit.toChronoUnit()));
	}

	private String resolve(String text) {
		String resolved = this.resolver.resolveStringValue(text);
		return (resolved != null) ? resolved : "";
	}

}
