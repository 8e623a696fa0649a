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
import java.util.List;
import java.util.Locale;

import io.leaderelection.ControlRequest;
import io.leaderelection.ControlResult;
import io.leaderelection.FencingToken;
import io.leaderelection.HoldBack;
import io.leaderelection.Revocation;
import io.leaderelection.RevocationReason;
import org.jspecify.annotations.Nullable;

/**
 * Ends of terms: voluntary ones, which drain first, and those that the clock or the
 * coordinator imposes.
 */
final class Endings {

	private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(60);

	private static final Duration BACK_OFF = Duration.ofMillis(500);

	private final Releasing releasing;

	Endings(Releasing releasing) {
		this.releasing = releasing;
	}

	/**
	 * Begin a voluntary end: no new work, and what runs is waited for.
	 * @param draft the step
	 * @param leading the term
	 * @param reason why it ends
	 * @param order the order to answer in the end, or {@code null}
	 * @param request who ends it and why
	 * @param coolDown how long others may try afterwards
	 */
	void drain(Draft draft, Phase.Leading leading, RevocationReason reason, @Nullable Order order,
			ControlRequest request, Duration coolDown) {
		Duration bound = draft.settings().drainTimeout();
		List<Long> orders = (order != null) ? List.of(order.id()) : List.of();
		Ending ending = new Ending(reason, request, coolDown, orders, draft.now().nanosPlus(bound));
		draft.enter(new Phase.Draining(leading.holding(), ending), word(reason), request.reason());
		draft.cancel(Timer.GRACE);
		draft.schedule(Timer.DRAIN, bound, Duration.ZERO);
		draft.act(new Action.Drain(leading.holding().record().token()));
	}

	void drained(Draft draft, FencingToken token) {
		if (draft.state().phase() instanceof Phase.Draining draining
				&& draining.holding().record().token().equals(token)) {
			revoke(draft, draining);
		}
	}

	void drainBoundPassed(Draft draft) {
		if (draft.state().phase() instanceof Phase.Draining draining) {
			revoke(draft, draining);
		}
		this.releasing.deliveryBoundPassed(draft);
	}

	/**
	 * End the term that is held at once.
	 * @param draft the step
	 * @param reason why it ends
	 * @param detail a sentence for people
	 * @param recordRemains whether the coordinator may still keep the record
	 */
	void lose(Draft draft, RevocationReason reason, String detail, boolean recordRemains) {
		Holding holding = draft.state().holding();
		if (holding == null) {
			return;
		}
		Ending overtaken = (draft.state().phase() instanceof Phase.Draining draining) ? draining.ending() : null;
		conclude(draft, holding, reason, detail);
		if (overtaken != null) {
			coolDown(draft, overtaken.coolDown());
			String told = "The term ended before it was given up: %s, %s%s".formatted(word(reason), detail,
					overtaken.coolDown().isZero() ? "" : "; the cool-down holds all the same");
			overtaken.orders()
				.forEach((order) -> draft
					.act(new Action.Answer(order, ControlResult.Status.UNKNOWN, holding.record().term(), told)));
		}
		if (recordRemains) {
			this.releasing.add(draft, new Release(holding.record(), Release.Kind.RESIGN, reason,
					draft.profile().request(detail), List.of(), draft.now(), Release.Step.ANSWER));
		}
	}

	/**
	 * Give up a term that was won but cannot be announced, and back off so that another
	 * instance may try.
	 * @param draft the step
	 * @param kind why this instance backs off
	 * @param detail a sentence for people
	 */
	void giveUp(Draft draft, HoldBack kind, String detail) {
		lose(draft, RevocationReason.RESIGNED, detail, true);
		backOff(draft, kind, detail);
	}

	/**
	 * Let others try for a time, unless they may do so for longer already.
	 * @param draft the step
	 * @param coolDown the time
	 */
	void coolDown(Draft draft, Duration coolDown) {
		long until = draft.now().nanosPlus(coolDown);
		Long standing = draft.restraints().coolDown();
		if (!coolDown.isZero() && (standing == null || until - standing > 0)) {
			draft.set(draft.restraints().withCoolDown(until));
			draft.schedule(Timer.HOLD_BACK, coolDown, Duration.ZERO);
		}
	}

	void backOff(Draft draft, HoldBack kind, String detail) {
		Duration longest = (kind == HoldBack.FOREIGN_LINEAGE) ? LONGEST_BACK_OFF : draft.settings().ttl();
		Duration grown = BACK_OFF.multipliedBy(1L << Math.min(10, draft.restraints().failures()));
		Duration delay = (grown.compareTo(longest) < 0) ? grown : longest;
		long until = draft.now().nanosPlus(delay);
		draft.set(draft.restraints().withBackOff(new Restraints.BackOff(kind, detail, until)));
		draft.schedule(Timer.HOLD_BACK, delay, Duration.ZERO);
	}

	private void revoke(Draft draft, Phase.Draining draining) {
		Ending ending = draining.ending();
		conclude(draft, draining.holding(), ending.reason(), ending.request().reason());
		coolDown(draft, ending.coolDown());
		Duration rest = Duration.ofNanos(Math.max(0, ending.bound() - draft.now().nanos()));
		draft.schedule(Timer.DRAIN, rest, Duration.ZERO);
		this.releasing.add(draft, new Release(draining.holding().record(), Release.Kind.RESIGN, ending.reason(),
				ending.request(), ending.orders(), draft.now(), Release.Step.DELIVERY));
	}

	private void conclude(Draft draft, Holding holding, RevocationReason reason, String detail) {
		FencingToken token = holding.record().token();
		boolean announced = draft.state().announced() != null;
		draft.enter(new Phase.Following(false), word(reason), detail);
		draft.cancel(Timer.SEAL, Timer.RAISE, Timer.DRAIN, Timer.GRACE);
		if (announced) {
			draft.act(new Action.PublishRevoked(new Revocation(token, reason, detail, draft.now().wallTime())));
			draft.act(new Action.Interrupt(token));
		}
	}

	private static String word(RevocationReason reason) {
		return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
