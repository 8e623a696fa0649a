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

package io.leaderelection.observation;

import java.time.Duration;

import io.leaderelection.spi.ContactListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * Meters of the contact with the coordinator, in a registry of Micrometer. They have no
 * tag of an election, as elections share leases and the watch.
 */
public final class ContactMeters implements ContactListener {

	private final Timer renewed;

	private final Timer failed;

	private final Counter relists;

	/**
	 * Create meters.
	 * @param registry the registry
	 */
	public ContactMeters(MeterRegistry registry) {
		this.renewed = renewal(registry, "renewed");
		this.failed = renewal(registry, "failed");
		this.relists = Counter.builder(MeterNames.WATCH_RELISTS)
			.description("Times that everything was listed anew, as the watch was disturbed")
			.register(registry);
	}

	private static Timer renewal(MeterRegistry registry, String outcome) {
		return Timer.builder(MeterNames.RENEWAL)
			.description("Time from sending a renewal of the lease to its answer, or to giving up on it")
			.tag("outcome", outcome)
			.register(registry);
	}

	@Override
	public void answered(Call call, Duration elapsed) {
		if (call == Call.RENEW) {
			this.renewed.record(elapsed);
		}
	}

	@Override
	public void failed(Call call, Duration elapsed, String detail) {
		if (call == Call.RENEW) {
			this.failed.record(elapsed);
		}
	}

	@Override
	public void watchLost(String detail) {
		this.relists.increment();
	}

}
