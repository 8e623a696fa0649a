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

import io.leaderelection.LeaderState;
import org.jspecify.annotations.Nullable;

/**
 * Step of the state machine in the making: the state so far and the actions so far. It
 * lives for one input only.
 */
final class Draft {

	private final Profile profile;

	private final Moment now;

	private final List<Action> actions = new ArrayList<>();

	private ElectionState state;

	Draft(Profile profile, ElectionState state, Moment now) {
		this.profile = profile;
		this.state = state;
		this.now = now;
	}

	Profile profile() {
		return this.profile;
	}

	ElectionSettings settings() {
		return this.profile.settings();
	}

	Rules rules() {
		return this.profile.rules();
	}

	Moment now() {
		return this.now;
	}

	ElectionState state() {
		return this.state;
	}

	Knowledge knowledge() {
		return this.state.knowledge();
	}

	Restraints restraints() {
		return this.state.restraints();
	}

	List<Action> actions() {
		return this.actions;
	}

	void act(Action action) {
		this.actions.add(action);
	}

	void schedule(Timer timer, Duration delay, Duration jitter) {
		act(new Action.Schedule(timer, delay, jitter));
	}

	/**
	 * Schedule the next try of a call that failed.
	 * @param timer the timer
	 * @param failures how often it failed in a row before
	 */
	void scheduleRetry(Timer timer, int failures) {
		Duration delay = RetryDelay.after(failures, settings().ttl());
		schedule(timer, delay, delay.dividedBy(2));
	}

	void cancel(Timer... timers) {
		for (Timer timer : timers) {
			act(new Action.Cancel(timer));
		}
	}

	/**
	 * Change the phase and note what users see of it.
	 * @param phase the phase
	 * @param reason a short stable word for what caused it
	 * @param detail a sentence for people
	 */
	void enter(Phase phase, String reason, String detail) {
		note(this.state.with(phase), reason, detail);
	}

	void suspect(@Nullable Suspicion suspicion, String reason, String detail) {
		note(this.state.withSuspicion(suspicion), reason, detail);
	}

	void set(Knowledge knowledge) {
		this.state = this.state.with(knowledge);
	}

	void set(Restraints restraints) {
		this.state = this.state.with(restraints);
	}

	void set(Candidacy candidacy) {
		this.state = this.state.with(candidacy);
	}

	void set(List<Release> releases) {
		this.state = this.state.with(releases);
	}

	void setLease(@Nullable Lease lease) {
		this.state = this.state.withLease(lease);
	}

	void setUnsettled(@Nullable Attempt attempt) {
		this.state = this.state.withUnsettled(attempt);
	}

	void setSuspicion(Suspicion suspicion) {
		this.state = this.state.withSuspicion(suspicion);
	}

	/**
	 * Ask for a read that is sent now or later.
	 */
	void wantRead() {
		set(knowledge().withReading(this.now, this.now));
		cancel(Timer.READ);
		act(new Action.Read());
	}

	private void note(ElectionState next, String reason, String detail) {
		LeaderState from = this.state.leaderState();
		LeaderState to = next.leaderState();
		Holding holding = (next.holding() != null) ? next.holding() : this.state.holding();
		this.state = next;
		if (from != to) {
			act(new Action.Note(from, to, (holding != null) ? holding.record().token() : null, reason, detail));
		}
	}

}
