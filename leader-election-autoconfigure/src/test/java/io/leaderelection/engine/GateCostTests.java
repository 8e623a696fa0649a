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

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import com.sun.management.ThreadMXBean;
import io.leaderelection.LeaderElection;
import io.leaderelection.coordinator.ThreadEventLoop;
import io.leaderelection.coordinator.memory.MemoryCluster;
import io.leaderelection.coordinator.memory.MemoryCoordinator;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the cost of {@link LeaderElection#isLeader()} on a real event loop: it takes
 * no lock, allocates nothing, and costs hardly more than the two clock reads it needs.
 */
class GateCostTests {

	private static final Log logger = LogFactory.getLog(GateCostTests.class);

	private static final int CALLS = 500_000;

	private static final int ROUNDS = 40;

	private static final double LARGEST_RATIO = 1.2;

	private final ThreadEventLoop loop = new ThreadEventLoop("gate-cost");

	private final MemoryCoordinator coordinator = new MemoryCoordinator(new MemoryCluster(this.loop), this.loop);

	private final ElectionEngine engine = ElectionEngine.builder(this.coordinator, this.loop, "a").build();

	private final LeaderElection election = this.engine.get("settlement");

	@BeforeEach
	void lead() {
		this.engine.start();
		await().atMost(Duration.ofSeconds(20)).until(this.election::isLeader);
	}

	@AfterEach
	void stop() {
		await().atMost(Duration.ofSeconds(20)).until(this.engine.stop()::isDone);
		this.coordinator.close();
		this.loop.close();
	}

	@Test
	void allocatesNothing() {
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		askIsLeader();
		askIsLeader();
		long before = threads.getCurrentThreadAllocatedBytes();
		int yes = askIsLeader();
		long allocated = threads.getCurrentThreadAllocatedBytes() - before;
		assertThat(yes).isPositive();
		assertThat(allocated).as("bytes in %d calls", CALLS).isLessThan(1000);
	}

	@Test
	void costsHardlyMoreThanItsClockReads() {
		readClocks();
		askIsLeader();
		int answers = 0;
		double best = Double.MAX_VALUE;
		List<Double> ratios = new ArrayList<>();
		for (int i = 0; i < ROUNDS; i++) {
			long begin = System.nanoTime();
			answers += readClocks();
			long middle = System.nanoTime();
			answers += askIsLeader();
			double ratio = (double) (System.nanoTime() - middle) / (middle - begin);
			ratios.add(ratio);
			best = Math.min(best, ratio);
		}
		assertThat(answers).isGreaterThanOrEqualTo(ROUNDS * CALLS);
		Collections.sort(ratios);
		logger.info("isLeader() costs %.3f times its clock reads at the median of %d rounds, %.3f at best"
			.formatted(ratios.get(ROUNDS / 2), ROUNDS, best));
		assertThat(ratios.get(ROUNDS / 4)).as("first quartile of %s", ratios).isLessThanOrEqualTo(LARGEST_RATIO);
	}

	private int askIsLeader() {
		int yes = 0;
		for (int i = 0; i < CALLS; i++) {
			if (this.election.isLeader()) {
				yes++;
			}
		}
		return yes;
	}

	private int readClocks() {
		int odd = 0;
		for (int i = 0; i < CALLS; i++) {
			if (((this.loop.nanoTime() ^ this.loop.wallMillis()) & 1) == 1) {
				odd++;
			}
		}
		return odd;
	}

}
