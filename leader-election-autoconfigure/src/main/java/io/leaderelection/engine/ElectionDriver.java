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
import java.util.ArrayDeque;
import java.util.Queue;

import io.leaderelection.FencingToken;
import io.leaderelection.coordinator.Refused;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.spi.SealRequest;
import io.leaderelection.spi.Transition;
import io.leaderelection.spi.TransitionListener;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Driver of one election: feeds the state machine, shows its state to other threads and
 * carries out its actions.
 */
final class ElectionDriver {

	private static final Log logger = LogFactory.getLog(ElectionDriver.class);

	private final EngineRun run;

	private final ElectionMachine machine;

	private final ParticipatingElection election;

	private final SessionLoop session;

	private final CoordinatorCalls calls;

	private final Publication publication;

	private final Timers timers;

	private final EligibilityWatch eligibility;

	private final Queue<Input> inputs = new ArrayDeque<>();

	private ElectionState state = ElectionState.INITIAL;

	private @Nullable String lastError;

	private Moment changed;

	private boolean feeding;

	ElectionDriver(EngineRun run, ElectionMachine machine, ParticipatingElection election, SessionLoop session) {
		this.run = run;
		this.machine = machine;
		this.election = election;
		this.session = session;
		this.calls = new CoordinatorCalls(run, this);
		this.publication = new Publication(run, this);
		this.timers = new Timers(run, this);
		this.eligibility = new EligibilityWatch(run, this);
		this.changed = run.clock().now();
	}

	void start() {
		feed(new Input.Start());
		this.eligibility.judge();
	}

	/**
	 * Feed an input to the state machine, after those that are being handled.
	 * @param input the input
	 */
	void feed(Input input) {
		this.inputs.add(input);
		if (this.feeding) {
			return;
		}
		this.feeding = true;
		try {
			Input next = this.inputs.poll();
			while (next != null) {
				step(next);
				next = this.inputs.poll();
			}
		}
		finally {
			this.feeding = false;
		}
	}

	void noteFailure(Object outcome) {
		if (outcome instanceof Unknown unknown) {
			this.lastError = unknown.detail();
		}
		else if (outcome instanceof Refused refused) {
			this.lastError = refused.kind() + ": " + refused.detail();
		}
	}

	ElectionState state() {
		return this.state;
	}

	Profile profile() {
		return this.machine.profile();
	}

	ParticipatingElection election() {
		return this.election;
	}

	private void step(Input input) {
		Moment now = this.run.clock().now();
		Step step = this.machine.apply(this.state, now, input);
		this.state = step.state();
		boolean flipsFirst = profile().rules().flipsBefore(step.actions());
		if (flipsFirst) {
			show(step);
		}
		// Nobody leads until these are answered, so they do not wait for listeners.
		step.actions().stream().filter(ElectionDriver::isUrgent).forEach((action) -> attempt(action, now));
		step.actions().stream().filter((action) -> !isUrgent(action)).forEach((action) -> attempt(action, now));
		if (!flipsFirst) {
			show(step);
		}
		if (this.state.phase() instanceof Phase.Stopped) {
			this.timers.cancelAll();
			this.run.stopping().driverStopped();
		}
		this.run.burnedTerms().notice(this);
	}

	private static boolean isUrgent(Action action) {
		return action instanceof Action.Campaign || action instanceof Action.Seal;
	}

	private void show(Step step) {
		this.election.show(this.publication.snapshot(step, this.lastError));
	}

	private void attempt(Action action, Moment now) {
		// What a part of others throws must not keep the engine from what follows.
		try {
			perform(action, now);
		}
		catch (RuntimeException ex) {
			logger.error("Election '%s': %s failed".formatted(this.election.name(), action), ex);
		}
	}

	private void perform(Action action, Moment now) {
		if (action instanceof Action.Schedule schedule) {
			this.timers.schedule(schedule);
		}
		else if (action instanceof Action.Cancel cancel) {
			this.timers.cancel(cancel.timer());
		}
		else if (action instanceof Action.Note note) {
			note(note, now);
		}
		else if (action instanceof Action.Complain complain) {
			logger.error("Election '%s': %s".formatted(this.election.name(), complain.detail()));
			this.lastError = complain.detail();
		}
		else if (action instanceof Action.Answer answer) {
			this.run.orders().answer(answer);
		}
		else if (action instanceof Action.ReplaceLease replace) {
			this.session.replace(replace.session(), replace.detail());
		}
		else if (action instanceof Action.Seal seal) {
			seal(seal);
		}
		else if (action instanceof Action.Drain drain) {
			drain(drain.token());
		}
		else if (action instanceof Action.Interrupt interrupt) {
			this.run.parts().workDrain().interrupt(interrupt.token());
		}
		else if (!this.publication.perform(action, now)) {
			this.calls.perform(action, now);
		}
	}

	private void note(Action.Note note, Moment now) {
		Duration took = Duration.ofNanos(now.nanos() - this.changed.nanos());
		this.changed = now;
		Transition transition = new Transition(this.election.name(), note.from(), note.to(), note.token(),
				note.reason(), note.detail(), took, now.wallTime());
		for (TransitionListener listener : this.run.parts().transitionListeners()) {
			try {
				listener.onTransition(transition);
			}
			catch (RuntimeException ex) {
				logger.warn("A transition listener failed", ex);
			}
		}
	}

	private void seal(Action.Seal seal) {
		this.run.calls()
			.seal(new SealRequest(seal.token(), seal.lineage(), this.run.instance(),
					this.election.settings().sealTimeout()),
					(outcome) -> feed(new Input.SealAnswered(seal.token(), outcome)));
	}

	private void drain(FencingToken token) {
		this.run.parts()
			.workDrain()
			.drain(token)
			.whenComplete((done, failure) -> this.run.after(Duration.ZERO, () -> feed(new Input.Drained(token))));
	}

}
