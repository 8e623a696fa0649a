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

package io.leaderelection;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Operator's control over elections. Orders are kept in the coordinator, so they hold in
 * the whole cluster and across restarts. The futures never fail for an expected outcome:
 * they complete with a {@link ControlResult}.
 */
public interface LeaderControl {

	/**
	 * Stop the election: the leader is forced out, a term is burned and sealed in every
	 * protected database, and nobody campaigns until {@link #resume}. Pausing a paused
	 * election seals again and burns nothing; by whom, when and why it was paused stays,
	 * and stands in the detail of the result.
	 * @param election the name of the election
	 * @param request who orders it and why
	 * @return the outcome
	 */
	CompletableFuture<ControlResult> pause(String election, ControlRequest request);

	/**
	 * Let the election go on after {@link #pause}.
	 * @param election the name of the election
	 * @param request who orders it and why
	 * @return the outcome
	 */
	CompletableFuture<ControlResult> resume(String election, ControlRequest request);

	/**
	 * Force the leader out, burn a term and seal it, and let the candidates campaign.
	 * @param election the name of the election
	 * @param expectedTerm the term that the operator saw; another term is a conflict
	 * @param request who orders it and why
	 * @return the outcome
	 */
	CompletableFuture<ControlResult> release(String election, long expectedTerm, ControlRequest request);

	/**
	 * Raise the term of the election to a floor, which is burned and sealed as by
	 * {@link #release}: after a restore, to get beyond what an outside system remembers.
	 * The floor has to be above the present term by at most 2<sup>32</sup>, and at most
	 * 2<sup>62</sup>.
	 * @param election the name of the election
	 * @param expectedTerm the term that the operator saw; another term is a conflict
	 * @param floor the term to raise to
	 * @param request who orders it and why
	 * @return the outcome
	 */
	CompletableFuture<ControlResult> raiseTerm(String election, long expectedTerm, long floor, ControlRequest request);

	/**
	 * Let the coordinator's present lineage adopt the fences of the election, which
	 * remember another one, and burn a term beyond what they have seen. For an operator
	 * who knows that no instance of the former lineage runs any more. A conflict if
	 * somebody leads, as then no fence remembers another lineage.
	 * @param election the name of the election
	 * @param lineage the coordinator's present lineage, as the operator saw it; another
	 * one is a conflict
	 * @param request who orders it and why
	 * @return the outcome
	 */
	CompletableFuture<ControlResult> adopt(String election, String lineage, ControlRequest request);

	/**
	 * Resign on an operator's behalf. Only the leading instance can. If the term ends
	 * otherwise before it is given up, the outcome is
	 * {@link ControlResult.Status#UNKNOWN}, and the cool-down holds all the same.
	 * @param election the name of the election
	 * @param coolDown how long this instance lets others try
	 * @param request who orders it and why
	 * @return the outcome
	 */
	CompletableFuture<ControlResult> resign(String election, Duration coolDown, ControlRequest request);

	/**
	 * Hand the leadership over to a named candidate. Only the leading instance can; if
	 * the target is no candidate nothing changes. Afterwards this instance lets others
	 * try for the cool-down that is set for the election; also if the term ends otherwise
	 * before it is handed over, which is {@link ControlResult.Status#UNKNOWN}.
	 * @param election the name of the election
	 * @param target the identity of the instance that is to lead
	 * @param request who orders it and why
	 * @return the outcome
	 */
	CompletableFuture<ControlResult> transfer(String election, String target, ControlRequest request);

}
