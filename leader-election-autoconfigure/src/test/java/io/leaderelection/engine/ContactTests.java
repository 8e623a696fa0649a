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
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.spi.ContactListener;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Contact}.
 */
class ContactTests {

	private final VirtualCluster cluster = new VirtualCluster();

	private final List<String> told = new ArrayList<>();

	private final VirtualNode node = this.cluster.start("a",
			(builder) -> builder.contactListeners(List.of(new Throwing(), new Recording())));

	@Test
	void renewalsAreToldWithTheirRoundTripThoughAListenerThrows() {
		this.cluster.advance(VirtualCluster.TTL);
		assertThat(this.node.election().isLeader()).isTrue();
		assertThat(this.told).startsWith("OPEN in 2 ms").contains("RENEW in 2 ms").hasSizeBetween(4, 5);
	}

	@Test
	void silenceIsToldForEachCallAndForTheWatch() {
		this.cluster.advance(VirtualCluster.TTL);
		this.told.clear();
		this.node.link().partition();
		this.cluster.advance(VirtualCluster.TTL.multipliedBy(2));
		assertThat(this.told).contains("RENEW failed after 1000 ms", "OPEN failed after 1500 ms", "watch lost")
			.noneMatch((line) -> line.contains(" in "));
	}

	private static final class Throwing implements ContactListener {

		@Override
		public void answered(Call call, Duration elapsed) {
			throw new IllegalStateException("for a test");
		}

	}

	private final class Recording implements ContactListener {

		@Override
		public void answered(Call call, Duration elapsed) {
			ContactTests.this.told.add("%s in %d ms".formatted(call, elapsed.toMillis()));
		}

		@Override
		public void failed(Call call, Duration elapsed, String detail) {
			assertThat(detail).isNotBlank();
			ContactTests.this.told.add("%s failed after %d ms".formatted(call, elapsed.toMillis()));
		}

		@Override
		public void watchLost(String detail) {
			ContactTests.this.told.add("watch lost");
		}

	}

}
