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

package io.leaderelection.actuate;

import java.util.List;
import java.util.Map;

import io.leaderelection.ControlResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OrderWording}.
 */
class OrderWordingTests {

	private final MemoryWorkers workers = new MemoryWorkers();

	@AfterEach
	void close() {
		this.workers.close();
	}

	@Test
	void leaderItselfIsNoCandidateToTransferTo() {
		Worker leader = this.workers.start("worker-1", Map.of()).awaitLeader();
		assertThat(refusedTransfer(leader, leader.instance()).detail())
			.isEqualTo("It cannot be; there is no other candidate");
		String other = startCandidate(leader);
		assertThat(refusedTransfer(leader, leader.instance()).detail())
			.isEqualTo("It cannot be; candidates are [%s]".formatted(other));
		assertThat(refusedTransfer(leader, "worker-9")).satisfies((answer) -> {
			assertThat(answer.status()).isEqualTo(404);
			assertThat(answer.detail()).endsWith("; candidates are [%s]".formatted(other));
		});
	}

	@Test
	void candidatesAreNotNamedWhereTheTargetIsOne() {
		Worker leader = this.workers.start("worker-1", Map.of()).awaitLeader();
		assertThat(refusedTransfer(leader, startCandidate(leader))).satisfies((answer) -> {
			assertThat(answer.status()).isEqualTo(409);
			assertThat(answer.detail()).isEqualTo("It cannot be");
		});
	}

	private String startCandidate(Worker leader) {
		String other = this.workers.start("worker-2", Map.of()).instance();
		Worker.await(() -> wording(leader).candidates(leader.election()).contains(other));
		return other;
	}

	private static OrderAnswer refusedTransfer(Worker leader, String to) {
		OrderRequest given = new OrderRequest("alice", Worker.ELECTION, "transfer", "test", to, null, null, null);
		return wording(leader).answer(given, leader.election(), Order.of(given),
				new ControlResult(ControlResult.Status.CONFLICT, 0, false, List.of(),
						leader.election().observedLeader().orElseThrow(), "It cannot be"));
	}

	private static OrderWording wording(Worker worker) {
		return new OrderWording(worker.context().getBean(LeaderReports.class));
	}

}
