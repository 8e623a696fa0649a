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

package io.leaderelection.coordinator;

/**
 * Outcome of {@link Coordinator#campaign(Campaign)}.
 */
public sealed interface CampaignOutcome permits CampaignOutcome.Won, CampaignOutcome.Lost, CampaignOutcome.Paused,
		CampaignOutcome.Behind, SessionGone, Restored, Unknown, Refused {

	/**
	 * The term was won. Winning is not leading: the caller's local deadline has to be
	 * ahead and the fences have to be raised.
	 *
	 * @param record the record of the grant
	 */
	record Won(LeaderRecord record) implements CampaignOutcome {

	}

	/**
	 * A leader exists. It may be the caller's own earlier attempt: compare session and
	 * grant id.
	 *
	 * @param leader the leader
	 * @param term the term counter
	 */
	record Lost(LeaderRecord leader, TermRecord term) implements CampaignOutcome {

	}

	/**
	 * The election is paused.
	 *
	 * @param pause the pause
	 * @param term the term counter
	 */
	record Paused(PauseRecord pause, TermRecord term) implements CampaignOutcome {

	}

	/**
	 * Nobody leads but the term counter is another than the known one.
	 *
	 * @param term the term counter to campaign with
	 */
	record Behind(TermRecord term) implements CampaignOutcome {

	}

}
