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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

import io.leaderelection.coordinator.ClusterStatus;
import io.leaderelection.coordinator.Coordinator;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sample of the state of the coordinator's members. It is taken when it is looked at and
 * the last one is old, in the background, so that whoever looks never waits and nobody is
 * asked while nobody looks.
 */
public final class ClusterSample {

	private static final Log logger = LogFactory.getLog(ClusterSample.class);

	private static final Duration LIMIT = Duration.ofSeconds(1);

	private final Coordinator coordinator;

	private final Duration age;

	private final LongSupplier nanoTime;

	private final AtomicBoolean asking = new AtomicBoolean();

	private volatile @Nullable ClusterStatus latest;

	private volatile @Nullable Long ended;

	/**
	 * Create a sample.
	 * @param coordinator the coordinator
	 * @param age the age at which another one is taken, also after one that failed
	 * @param nanoTime the monotonic clock
	 */
	public ClusterSample(Coordinator coordinator, Duration age, LongSupplier nanoTime) {
		this.coordinator = coordinator;
		this.age = age;
		this.nanoTime = nanoTime;
	}

	/**
	 * Return the latest sample, and have another one taken if it is old.
	 * @return the sample, or {@code null} if none was completed yet
	 */
	@Nullable ClusterStatus latest() {
		ClusterStatus known = this.latest;
		Long last = this.ended;
		boolean old = last == null || this.nanoTime.getAsLong() - last >= this.age.toNanos();
		if (old && this.asking.compareAndSet(false, true)) {
			ask();
		}
		return known;
	}

	private void ask() {
		try {
			this.coordinator.inspect(LIMIT).whenComplete(this::answered);
		}
		catch (RuntimeException ex) {
			answered(null, ex);
		}
	}

	private void answered(@Nullable ClusterStatus status, @Nullable Throwable failure) {
		if (status != null) {
			this.latest = status;
		}
		else {
			logger.debug("The members of the coordinator could not be asked", failure);
		}
		this.ended = this.nanoTime.getAsLong();
		this.asking.set(false);
	}

}
