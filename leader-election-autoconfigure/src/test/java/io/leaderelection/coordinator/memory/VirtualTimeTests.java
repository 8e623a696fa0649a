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

package io.leaderelection.coordinator.memory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import io.leaderelection.coordinator.EventLoop.Cancellable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link VirtualTime} and {@link VirtualEventLoop}.
 */
class VirtualTimeTests {

	private final VirtualTime time = new VirtualTime();

	private final VirtualEventLoop loop = this.time.newLoop("loop");

	private final List<String> log = new ArrayList<>();

	@Test
	void nothingRunsByItself() {
		this.loop.execute(() -> this.log.add("task"));
		assertThat(this.log).isEmpty();
		this.time.runUntilIdle();
		assertThat(this.log).containsExactly("task");
	}

	@Test
	void tasksOfOneLoopRunInOrderOfSubmissionWhateverTheSeed() {
		for (long seed = 0; seed < 20; seed++) {
			VirtualTime seeded = new VirtualTime(seed);
			VirtualEventLoop other = seeded.newLoop("other");
			VirtualEventLoop ordered = seeded.newLoop("ordered");
			List<Integer> ran = new ArrayList<>();
			IntStream.range(0, 5).forEach((number) -> {
				other.execute(() -> assertThat(ran).hasSizeLessThanOrEqualTo(5));
				ordered.execute(() -> ran.add(number));
			});
			seeded.runUntilIdle();
			assertThat(ran).containsExactly(0, 1, 2, 3, 4);
		}
	}

	@Test
	void tasksOfSeveralLoopsRunInOrderOfSubmissionWithoutASeed() {
		VirtualEventLoop other = this.time.newLoop("other");
		other.execute(() -> this.log.add("first"));
		this.loop.execute(() -> this.log.add("second"));
		other.execute(() -> this.log.add("third"));
		this.time.runUntilIdle();
		assertThat(this.log).containsExactly("first", "second", "third");
	}

	@Test
	void delayedTasksRunWhenDueAndSeeTheirTime() {
		this.loop.schedule(Duration.ofMillis(20), () -> this.log.add("late " + this.time.elapsed().toMillis()));
		this.loop.schedule(Duration.ofMillis(10), () -> this.log.add("early " + this.time.elapsed().toMillis()));
		this.time.advance(Duration.ofMillis(15));
		assertThat(this.log).containsExactly("early 10");
		assertThat(this.time.elapsed()).hasMillis(15);
		this.time.advance(Duration.ofMillis(5));
		assertThat(this.log).containsExactly("early 10", "late 20");
	}

	@Test
	void advanceRunsTasksThatTasksSubmit() {
		this.loop.schedule(Duration.ofMillis(1),
				() -> this.loop.schedule(Duration.ofMillis(1), () -> this.log.add("second")));
		this.time.advance(Duration.ofMillis(2));
		assertThat(this.log).containsExactly("second");
	}

	@Test
	void cancelledTaskDoesNotRun() {
		Cancellable handle = this.loop.schedule(Duration.ofMillis(1), () -> this.log.add("cancelled"));
		this.loop.execute(handle::cancel);
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.log).isEmpty();
		assertThat(this.time.step()).isFalse();
	}

	@Test
	void stepRunsExactlyOneTaskAndMovesTimeToIt() {
		this.loop.schedule(Duration.ofMillis(5), () -> this.log.add("first"));
		this.loop.schedule(Duration.ofMillis(5), () -> this.log.add("second"));
		assertThat(this.time.step()).isTrue();
		assertThat(this.log).containsExactly("first");
		assertThat(this.time.elapsed()).hasMillis(5);
		assertThat(this.time.step()).isTrue();
		assertThat(this.time.step()).isFalse();
		assertThat(this.log).containsExactly("first", "second");
	}

	@Test
	void stepUntilAMomentMovesTimeThereWhenNothingIsDue() {
		this.loop.schedule(Duration.ofMillis(5), () -> this.log.add("task"));
		assertThat(this.time.stepUntil(Duration.ofMillis(4))).isFalse();
		assertThat(this.time.elapsed()).hasMillis(4);
		assertThat(this.time.stepUntil(Duration.ofMillis(6))).isTrue();
		assertThat(this.time.elapsed()).hasMillis(5);
	}

	@Test
	void stepListenerIsCalledAfterEveryTask() {
		this.time.setStepListener(() -> this.log.add("check"));
		this.loop.execute(() -> this.log.add("task"));
		this.loop.execute(() -> this.log.add("task"));
		this.time.runUntilIdle();
		assertThat(this.log).containsExactly("task", "check", "task", "check");
	}

	@Test
	void frozenProcessQueuesItsTasksWhileBothClocksGoOn() {
		this.loop.schedule(Duration.ofSeconds(1), () -> this.log.add("timer"));
		this.loop.freeze();
		this.loop.execute(() -> this.log.add("task"));
		this.time.advance(Duration.ofSeconds(5));
		assertThat(this.log).isEmpty();
		assertThat(this.loop.nanoTime()).isEqualTo(Duration.ofSeconds(5).toNanos());
		assertThat(this.loop.wallTime()).isEqualTo(VirtualTime.START.plusSeconds(5));
		this.loop.thaw();
		this.time.runUntilIdle();
		assertThat(this.log).containsExactly("task", "timer");
		assertThat(this.time.elapsed()).hasSeconds(5);
	}

	@Test
	void suspendedMachineKeepsItsMonotonicClockWhileTheWallClockGoesOn() {
		this.loop.schedule(Duration.ofSeconds(3), () -> this.log.add("timer"));
		this.time.advance(Duration.ofSeconds(1));
		this.loop.suspend();
		this.time.advance(Duration.ofSeconds(10));
		assertThat(this.loop.nanoTime()).isEqualTo(Duration.ofSeconds(1).toNanos());
		assertThat(this.loop.wallTime()).isEqualTo(VirtualTime.START.plusSeconds(11));
		this.loop.resume();
		this.time.advance(Duration.ofMillis(1999));
		assertThat(this.log).isEmpty();
		this.time.advance(Duration.ofMillis(1));
		assertThat(this.log).containsExactly("timer");
		assertThat(this.loop.nanoTime()).isEqualTo(Duration.ofSeconds(3).toNanos());
	}

	@Test
	void wallClockOfOneProcessJumps() {
		VirtualEventLoop other = this.time.newLoop("other");
		this.loop.jumpWallClock(Duration.ofHours(-1));
		assertThat(this.loop.wallTime()).isEqualTo(VirtualTime.START.minusSeconds(3600));
		assertThat(this.loop.nanoTime()).isZero();
		assertThat(other.wallTime()).isEqualTo(VirtualTime.START);
	}

	@Test
	void killedProcessDropsItsTasksAndThoseSubmittedLater() {
		this.loop.schedule(Duration.ofSeconds(1), () -> this.log.add("before"));
		this.loop.kill();
		this.loop.execute(() -> this.log.add("after"));
		this.time.advance(Duration.ofSeconds(2));
		assertThat(this.log).isEmpty();
		assertThat(this.loop.isAwake()).isFalse();
	}

	@Test
	void taskThatAdvancesTimeBlocksItsOwnProcessOnly() {
		VirtualEventLoop other = this.time.newLoop("other");
		this.loop.execute(() -> {
			this.log.add("begin");
			this.time.advance(Duration.ofSeconds(2));
			this.log.add("end");
		});
		this.loop.execute(() -> this.log.add("next"));
		other.schedule(Duration.ofSeconds(1), () -> this.log.add("other"));
		this.time.advance(Duration.ofSeconds(1));
		assertThat(this.log).containsExactly("begin", "other", "end");
		assertThat(this.time.elapsed()).hasSeconds(2);
		this.time.runUntilIdle();
		assertThat(this.log).containsExactly("begin", "other", "end", "next");
	}

	@Test
	void exceptionOfATaskLeavesTheSchedulerUsable() {
		this.loop.execute(() -> {
			throw new IllegalStateException("thrown by a task");
		});
		this.loop.execute(() -> this.log.add("next"));
		assertThatIllegalStateException().isThrownBy(this.time::runUntilIdle).withMessage("thrown by a task");
		this.time.runUntilIdle();
		assertThat(this.log).containsExactly("next");
	}

	@Test
	void seedDecidesWhichLoopIsFirstAndRepeatsItself() {
		List<List<String>> orders = LongStream.range(0, 50).mapToObj(this::orderOf).toList();
		assertThat(orders).isEqualTo(LongStream.range(0, 50).mapToObj(this::orderOf).toList());
		assertThat(orders.stream().map((order) -> order.get(0)).distinct()).containsExactlyInAnyOrder("a", "b", "c");
	}

	@Test
	void monotonicClocksOfASeedHaveOriginsOfTheirOwn() {
		VirtualTime seeded = new VirtualTime(42);
		VirtualEventLoop first = seeded.newLoop("first");
		VirtualEventLoop second = seeded.newLoop("second");
		long before = first.nanoTime();
		assertThat(second.nanoTime()).isNotEqualTo(before);
		seeded.advance(Duration.ofSeconds(1));
		assertThat(first.nanoTime() - before).isEqualTo(Duration.ofSeconds(1).toNanos());
	}

	@Test
	void timeDoesNotGoBack() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.time.advance(Duration.ofMillis(-1)))
			.withMessage("'duration' must not be negative, but is -1 ms");
	}

	private List<String> orderOf(long seed) {
		VirtualTime seeded = new VirtualTime(seed);
		List<String> order = new ArrayList<>();
		for (String name : List.of("a", "b", "c")) {
			seeded.newLoop(name).execute(() -> order.add(name));
		}
		seeded.runUntilIdle();
		return order;
	}

}
