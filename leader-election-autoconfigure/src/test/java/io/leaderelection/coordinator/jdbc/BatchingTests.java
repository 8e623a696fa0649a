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

package io.leaderelection.coordinator.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for {@link Batching}.
 */
class BatchingTests {

	private final List<Supplier<List<String>>> calls = new ArrayList<>();

	private final List<CompletableFuture<String>> answers = new ArrayList<>();

	private long era;

	private final Batching<String, String> batching = new Batching<>(3, () -> this.era, (items) -> {
		this.calls.add(items);
		this.answers.add(new CompletableFuture<>());
		return this.answers.get(this.answers.size() - 1);
	});

	private final List<CompletableFuture<String>> parts = new ArrayList<>();

	@Test
	void whatComesWhileACallWaitsIsDoneByIt() {
		join("a", "b");
		assertThat(this.calls).hasSize(1);
		assertThat(this.calls.get(0).get()).containsExactly("a", "b");
		this.answers.get(0).complete("answer");
		assertThat(this.parts).extracting(CompletableFuture::join).containsExactly("answer 0", "answer 1");
	}

	@Test
	void whatComesWhenACallHasBegunWaitsForTheNext() {
		join("a");
		assertThat(this.calls.get(0).get()).containsExactly("a");
		join("b");
		assertThat(this.calls).hasSize(2);
		assertThat(this.calls.get(0).get()).as("asked again, it does the same").containsExactly("a");
		assertThat(this.calls.get(1).get()).containsExactly("b");
		this.answers.get(0).complete("answer");
		assertThat(this.parts.get(1)).isNotDone();
	}

	@Test
	void fullCallIsFollowedByAnother() {
		join("a", "b", "c", "d");
		assertThat(this.calls).extracting(Supplier::get).containsExactly(List.of("a", "b", "c"), List.of("d"));
	}

	@Test
	void whatIsWantedAfterARestoreIsNotDoneWithWhatWasWantedBefore() {
		join("a");
		this.era++;
		join("b");
		assertThat(this.calls).extracting(Supplier::get).containsExactly(List.of("a"), List.of("b"));
	}

	@Test
	void callThatFailedBeforeItsTurnGathersNoMore() {
		join("a");
		this.answers.get(0).completeExceptionally(new UnansweredException("too late"));
		assertThatThrownBy(this.parts.get(0)::join).hasRootCauseMessage("too late");
		join("b");
		assertThat(this.calls).hasSize(2);
		assertThat(this.calls.get(1).get()).containsExactly("b");
	}

	@Test
	void callThatCannotBeMadeFails() {
		Batching<String, String> closed = new Batching<>(3, () -> 0, (items) -> {
			throw new IllegalStateException("closed");
		});
		assertThatThrownBy(closed.join("a", (answer, position) -> answer)::join).hasRootCauseMessage("closed");
	}

	private void join(String... items) {
		for (String item : items) {
			this.parts.add(this.batching.join(item, (answer, position) -> answer + " " + position));
		}
	}

}
