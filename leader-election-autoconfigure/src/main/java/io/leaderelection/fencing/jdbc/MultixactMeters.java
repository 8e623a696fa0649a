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

package io.leaderelection.fencing.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Meters of the multixact ids that protected databases of PostgreSQL use: locks that
 * several transactions share, as those on fences are, take such ids, and vacuum has to
 * free them. They are sampled in the background while somebody looks.
 */
public final class MultixactMeters implements MeterBinder, AutoCloseable {

	private final List<MultixactSample> samples;

	/**
	 * Create meters.
	 * @param databases the databases; others than PostgreSQL get no meter
	 * @param age the age at which another sample is taken
	 * @param nanoTime the monotonic clock
	 */
	public MultixactMeters(List<FencedDatabase> databases, Duration age, LongSupplier nanoTime) {
		this.samples = databases.stream().map((database) -> new MultixactSample(database, age, nanoTime)).toList();
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.samples.forEach((sample) -> sample.bindTo(registry));
	}

	/**
	 * Take no further samples.
	 */
	@Override
	public void close() {
		this.samples.forEach(MultixactSample::close);
	}

}
