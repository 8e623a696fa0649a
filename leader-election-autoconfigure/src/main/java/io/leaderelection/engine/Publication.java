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
import java.time.Instant;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderChangedEvent;
import io.leaderelection.LeaderConfirmedEvent;
import io.leaderelection.LeaderElectionEvent;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.LeaderSuspectedEvent;
import io.leaderelection.ObservedLeader;
import io.leaderelection.Revocation;
import io.leaderelection.coordinator.LeaderRecord;
import org.jspecify.annotations.Nullable;

/**
 * What other threads get to see of one election: its snapshot, and its events in order.
 */
final class Publication {

	private final EngineRun run;

	private final ElectionDriver driver;

	private @Nullable GrantedTerm term;

	private @Nullable Revocation lastRevocation;

	Publication(EngineRun run, ElectionDriver driver) {
		this.run = run;
		this.driver = driver;
		this.lastRevocation = driver.election().snapshot().lastRevocation();
	}

	Snapshot snapshot(Step step, @Nullable String lastError) {
		Holding announced = step.state().announced();
		if (announced == null) {
			this.term = null;
		}
		else if (this.term == null || !this.term.token().equals(announced.record().token())) {
			this.term = new GrantedTerm(announced.record().token(), this.driver.election());
		}
		for (Action action : step.actions()) {
			if (action instanceof Action.PublishRevoked revoked) {
				this.lastRevocation = revoked.revocation();
			}
		}
		return Snapshot.of(step.state(), this.term, this.lastRevocation, lastError);
	}

	/**
	 * Submit the event that the action asks for.
	 * @param action the action
	 * @param now the present
	 * @return whether the action asks for one
	 */
	boolean perform(Action action, Moment now) {
		ParticipatingElection election = this.driver.election();
		Instant at = now.wallTime();
		if (action instanceof Action.PublishGranted granted) {
			FencingToken token = granted.record().token();
			GrantedTerm current = this.term;
			GrantedTerm leadership = (current != null && current.token().equals(token)) ? current
					: new GrantedTerm(token, election);
			submit(new LeaderGrantedEvent(election, leadership, at));
		}
		else if (action instanceof Action.PublishRevoked revoked) {
			FencingToken token = revoked.revocation().token();
			election.lane()
				.submit(new LeaderRevokedEvent(election, revoked.revocation()), () -> this.run.after(Duration.ZERO,
						() -> this.driver.feed(new Input.RevocationDelivered(token))));
		}
		else if (action instanceof Action.PublishSuspected suspected) {
			submit(new LeaderSuspectedEvent(election, suspected.token(), suspected.cause(), at));
		}
		else if (action instanceof Action.PublishConfirmed confirmed) {
			submit(new LeaderConfirmedEvent(election, confirmed.token(), at));
		}
		else if (action instanceof Action.PublishChanged changed) {
			submit(new LeaderChangedEvent(election, observed(changed.previous()), observed(changed.current()), at));
		}
		else {
			return false;
		}
		return true;
	}

	private void submit(LeaderElectionEvent event) {
		this.driver.election().lane().submit(event, () -> {
		});
	}

	private static @Nullable ObservedLeader observed(@Nullable LeaderRecord record) {
		return (record != null) ? record.toObserved() : null;
	}

}
