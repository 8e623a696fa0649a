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
import java.util.HashSet;
import java.util.Set;

import io.leaderelection.coordinator.ElectionView;
import org.jspecify.annotations.Nullable;

/**
 * Order in which candidates try when nobody leads: by rendezvous rank, so that they do
 * not all come at once, and after a successor that was named.
 */
final class Precedence {

	private static final Duration RANK_STEP = Duration.ofMillis(50);

	private static final Duration RANK_JITTER = Duration.ofMillis(25);

	private static final int LAST_RANK = 9;

	private static final Duration SUCCESSOR_PRECEDENCE = Duration.ofSeconds(1);

	/**
	 * Start the timer of the next attempt.
	 * @param draft the step
	 */
	void schedule(Draft draft) {
		ElectionView view = draft.knowledge().view();
		Moment vacantSince = draft.knowledge().vacantSince();
		if (view == null || vacantSince == null) {
			return;
		}
		String instance = draft.profile().instance();
		String successor = view.successor();
		if (instance.equals(successor)) {
			draft.schedule(Timer.CAMPAIGN, Duration.ZERO, Duration.ZERO);
			return;
		}
		int rank = Math.min(LAST_RANK, Rendezvous.rank(draft.profile().election(), view.term().value() + 1, instance,
				rivals(view, instance, draft.knowledge().predecessor())));
		Duration delay = RANK_STEP.multipliedBy(rank);
		if (successor != null && view.candidates().containsKey(successor)) {
			long rest = vacantSince.nanosPlus(SUCCESSOR_PRECEDENCE) - draft.now().nanos();
			delay = delay.plusNanos(Math.max(0, rest));
		}
		draft.schedule(Timer.CAMPAIGN, delay, (rank > 0) ? RANK_JITTER : Duration.ZERO);
	}

	// Who has just given its term up is still listed, and nobody has to wait for it.
	private static Set<String> rivals(ElectionView view, String instance, @Nullable String predecessor) {
		Set<String> rivals = new HashSet<>(view.candidates().keySet());
		if (predecessor != null && !predecessor.equals(instance)) {
			rivals.remove(predecessor);
		}
		return rivals;
	}

}
