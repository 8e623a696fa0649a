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
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.ControlRequest;
import io.leaderelection.coordinator.Campaign;
import io.leaderelection.coordinator.CampaignOutcome;
import io.leaderelection.coordinator.ChangeOutcome;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.Done;
import io.leaderelection.coordinator.ReadOutcome;
import io.leaderelection.coordinator.Session;
import io.leaderelection.coordinator.SessionGone;
import io.leaderelection.coordinator.Unknown;

/**
 * Calls to the coordinator on behalf of one election, and the way back of their answers.
 */
final class CoordinatorCalls {

	private final EngineRun run;

	private final ElectionDriver driver;

	CoordinatorCalls(EngineRun run, ElectionDriver driver) {
		this.run = run;
		this.driver = driver;
	}

	void perform(Action action, Moment now) {
		if (action instanceof Action.Read) {
			this.<ReadOutcome>ask(now, () -> coordinator().read(election()), (unknown) -> unknown, this::read);
		}
		else if (action instanceof Action.Campaign campaign) {
			campaign(campaign.attempt(), now);
		}
		else if (action instanceof Action.Raise raise) {
			ControlRequest request = request("The fence or this instance remembers a higher term");
			this.<ChangeOutcome>ask(now, () -> coordinator().raise(raise.record(), raise.floor(), request),
					(unknown) -> unknown,
					(outcome, sent) -> this.driver.feed(new Input.RaiseAnswered(raise.record(), outcome)));
		}
		else if (action instanceof Action.Nominate nominate) {
			this.<ChangeOutcome>ask(now, () -> coordinator().nominate(nominate.record(), nominate.target()),
					(unknown) -> unknown,
					(outcome, sent) -> this.driver.feed(new Input.NominateAnswered(nominate.record(), nominate.target(),
							nominate.order(), outcome)));
		}
		else if (action instanceof Action.Delete delete) {
			delete(delete.release(), now);
		}
		else if (action instanceof Action.Enlist enlist) {
			enlist(enlist);
		}
	}

	private void campaign(Attempt attempt, Moment now) {
		Campaign campaign = new Campaign(election(), attempt.session(), attempt.grantId(), attempt.known(),
				now.wallTime(), this.driver.election().settings().metadata());
		this.<CampaignOutcome>ask(now, takingRoom(() -> coordinator().campaign(campaign)), (unknown) -> unknown,
				(outcome, sent) -> {
					if (outcome instanceof SessionGone gone) {
						this.run.gone(attempt.session(), gone.detail());
					}
					this.driver.feed(new Input.CampaignAnswered(attempt, outcome));
				});
	}

	private void delete(Release release, Moment now) {
		this.<ChangeOutcome>ask(now,
				() -> (release.kind() == Release.Kind.DISCARD) ? coordinator().discard(release.record())
						: coordinator().resign(release.record(), release.reason(), release.request()),
				(unknown) -> unknown,
				(outcome, sent) -> this.driver.feed(new Input.ReleaseAnswered(release.record(), outcome)));
	}

	private void enlist(Action.Enlist enlist) {
		if (enlist.listed() || !this.run.stopping().isUnderWay()) {
			this.run.admission().enter(() -> enlist(enlist.session(), enlist.listed()));
			return;
		}
		// If this was the last election to stop, its session is about to be closed.
		this.run.after(Duration.ZERO, () -> this.run.admission().enter(() -> enlist(enlist.session(), false)));
	}

	private void enlist(Session session, boolean listed) {
		Lease lease = this.driver.state().lease();
		boolean outdated = this.run.stopping().isClosing() || (listed && this.run.stopping().isUnderWay());
		if (lease == null || !lease.isOf(session.id()) || outdated) {
			return;
		}
		this.<ChangeOutcome>ask(this.run.clock().now(),
				takingRoom(() -> listed
						? coordinator().enlist(session, election(), this.driver.election().settings().metadata())
						: coordinator().delist(session, election())),
				(unknown) -> unknown, (outcome, sent) -> {
					if (outcome instanceof SessionGone gone) {
						this.run.gone(session, gone.detail());
					}
					this.driver.feed(new Input.EnlistAnswered(session, listed, outcome));
					if (this.driver.state().phase() instanceof Phase.Stopped
							&& (listed || !(outcome instanceof Done))) {
						withdraw(session);
					}
				});
	}

	// The election's own state is at its end, but others of its session may drain for
	// long, while this instance must not be taken for a candidate.
	private void withdraw(Session session) {
		this.run.after(this.run.jittered(Releasing.RETRY, Releasing.RETRY_JITTER),
				() -> this.run.admission().enter(() -> enlist(session, false)));
	}

	private void read(ReadOutcome outcome, Moment sent) {
		if (outcome instanceof ReadOutcome.Read read) {
			this.driver.feed(new Input.Observed(read.view(), sent));
		}
		else {
			this.driver.feed(new Input.ReadFailed(sent, outcome.toString()));
		}
	}

	private <T> void ask(Moment sent, Supplier<CompletionStage<T>> call, Function<Unknown, T> unanswered,
			BiConsumer<T, Moment> handler) {
		this.run.calls()
			.ask(sent, call, this.driver.election().settings().attemptTimeout(), unanswered, (T outcome, Moment at) -> {
				this.driver.noteFailure(outcome);
				handler.accept(outcome, at);
			});
	}

	private <T> Supplier<CompletionStage<T>> takingRoom(Supplier<CompletionStage<T>> call) {
		return this.run.admission().takingRoom(call, this.driver);
	}

	private ControlRequest request(String reason) {
		return this.driver.profile().request(reason);
	}

	private Coordinator coordinator() {
		return this.run.parts().coordinator();
	}

	private String election() {
		return this.driver.election().name();
	}

}
