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
import java.util.function.Predicate;

import io.leaderelection.ControlResult;
import io.leaderelection.FencingToken;
import io.leaderelection.RevocationReason;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.ElectionView;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.Unknown;

/**
 * Deletion of own leader records, repeated until the coordinator confirms it. The lease
 * of a record that cannot be deleted within a time-to-live is replaced, so that the
 * record ends with it.
 */
final class Releasing {

	static final Duration RETRY = Duration.ofMillis(100);

	static final Duration RETRY_JITTER = Duration.ofMillis(50);

	void add(Draft draft, Release release) {
		List<Release> releases = new ArrayList<>(draft.state().releases());
		releases.add(release);
		draft.set(releases);
		if (release.step() == Release.Step.ANSWER) {
			draft.act(new Action.Delete(release));
			draft.schedule(Timer.CLEAN_UP, draft.settings().ttl(), RETRY_JITTER);
		}
	}

	/**
	 * Delete a record that no term of this instance belongs to.
	 * @param draft the step
	 * @param record the record
	 */
	void discard(Draft draft, LeaderRecord record) {
		add(draft,
				new Release(record, Release.Kind.DISCARD, RevocationReason.GONE,
						draft.profile().request("late grant of an abandoned attempt"), List.of(), draft.now(),
						Release.Step.ANSWER));
	}

	boolean covers(ElectionState state, LeaderRecord record) {
		return state.releases().stream().anyMatch((release) -> release.record().sameGrant(record));
	}

	void delivered(Draft draft, FencingToken token) {
		proceed(draft, (release) -> release.step() == Release.Step.DELIVERY && release.record().token().equals(token));
	}

	void deliveryBoundPassed(Draft draft) {
		proceed(draft, (release) -> release.step() == Release.Step.DELIVERY);
	}

	void retry(Draft draft) {
		proceed(draft, (release) -> release.step() == Release.Step.RETRY);
	}

	void answered(Draft draft, LeaderRecord record, ChangeOutcome outcome) {
		List<Release> kept = new ArrayList<>();
		for (Release release : draft.state().releases()) {
			if (!release.record().sameGrant(record)) {
				kept.add(release);
			}
			else if (outcome instanceof Unknown || outcome instanceof Refused) {
				kept.add(release.in(Release.Step.RETRY));
				draft.schedule(Timer.RELEASE, retry(draft, release, outcome), RETRY_JITTER);
			}
			else {
				if (outcome instanceof Done) {
					answerOrders(draft, release, ControlResult.Status.DONE, "Released");
				}
				else {
					unconfirmed(draft, release, "the record was gone already");
				}
				if (draft.restraints().stopping() == null && isOutdated(draft, record)) {
					draft.set(draft.knowledge().withStale());
					draft.wantRead();
				}
			}
		}
		draft.set(kept);
	}

	/**
	 * Replace the lease if a record under it resisted its deletion for too long.
	 * @param draft the step
	 */
	void cleanUpBoundPassed(Draft draft) {
		Lease lease = draft.state().lease();
		long bound = draft.now().nanos() - draft.settings().ttl().toNanos();
		List<Release> kept = new ArrayList<>();
		for (Release release : draft.state().releases()) {
			if (release.step() == Release.Step.DELIVERY || release.since().nanos() - bound > 0) {
				kept.add(release);
			}
			else if (lease != null && lease.isOf(release.record().sessionId())) {
				kept.add(release);
				draft.act(new Action.ReplaceLease(lease.session(), "An own record could not be deleted"));
			}
			else {
				unconfirmed(draft, release, "the lease of the record is over");
			}
		}
		draft.set(kept);
		if (!kept.isEmpty()) {
			draft.schedule(Timer.CLEAN_UP, draft.settings().ttl(), RETRY_JITTER);
		}
	}

	/**
	 * Forget all releases, because their lease is over.
	 * @param draft the step
	 * @param detail why
	 */
	void drop(Draft draft, String detail) {
		draft.state().releases().forEach((release) -> unconfirmed(draft, release, detail));
		draft.set(List.of());
		draft.cancel(Timer.RELEASE, Timer.CLEAN_UP);
	}

	private void proceed(Draft draft, Predicate<Release> condition) {
		List<Release> proceeded = new ArrayList<>();
		for (Release release : draft.state().releases()) {
			if (!condition.test(release)) {
				proceeded.add(release);
				continue;
			}
			Moment since = (release.step() == Release.Step.DELIVERY) ? draft.now() : release.since();
			Release asked = new Release(release.record(), release.kind(), release.reason(), release.request(),
					release.orders(), since, Release.Step.ANSWER);
			proceeded.add(asked);
			draft.act(new Action.Delete(asked));
			if (release.step() == Release.Step.DELIVERY) {
				draft.schedule(Timer.CLEAN_UP, draft.settings().ttl(), RETRY_JITTER);
			}
		}
		draft.set(proceeded);
	}

	private static Duration retry(Draft draft, Release release, ChangeOutcome outcome) {
		return (outcome instanceof Refused) ? RetryDelay.afterRefusal(
				Duration.ofNanos(draft.now().nanos() - release.since().nanos()), draft.settings().ttl()) : RETRY;
	}

	private boolean isOutdated(Draft draft, LeaderRecord record) {
		ElectionView view = draft.knowledge().view();
		LeaderRecord leader = (view != null) ? view.leader() : null;
		return view == null || view.term().value() < record.term() || (leader != null && leader.sameGrant(record));
	}

	private void unconfirmed(Draft draft, Release release, String detail) {
		answerOrders(draft, release, ControlResult.Status.UNKNOWN,
				"The term was given up here, but the coordinator did not confirm it: " + detail);
	}

	private void answerOrders(Draft draft, Release release, ControlResult.Status status, String detail) {
		long term = release.record().term();
		release.orders().forEach((order) -> draft.act(new Action.Answer(order, status, term, detail)));
	}

}
