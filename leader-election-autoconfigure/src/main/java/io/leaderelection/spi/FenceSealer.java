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

package io.leaderelection.spi;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Part that raises the fences of the databases which an election protects. Called on the
 * engine's thread; must return at once and complete the stage elsewhere, always normally
 * and within the bound of the request.
 */
public interface FenceSealer {

	/**
	 * Return whether the election protects any database.
	 * @param election the name of the election
	 * @return whether there is something to seal
	 */
	boolean protects(String election);

	/**
	 * Get ready to raise the fences of the election soon, without touching them: this
	 * instance begins to take part. A failure has no consequences.
	 * @param election the name of the election
	 * @return completes when there is nothing more to do
	 */
	default CompletionStage<?> prepare(String election) {
		return CompletableFuture.completedFuture(null);
	}

	/**
	 * Raise every fence of the election to the token, so that no write of an older grant
	 * is accepted from then on. Idempotent.
	 * @param request what to seal
	 * @return the outcome over all databases; the worst one decides
	 */
	CompletionStage<SealOutcome> seal(SealRequest request);

	/**
	 * Let every fence of the election belong to a lineage. Their terms stay as they are.
	 * Idempotent.
	 * @param election the name of the election
	 * @param lineage the identity of the coordinator's data
	 * @param bound the longest time that it may take, over all databases
	 * @return the outcome over all databases
	 */
	CompletionStage<AdoptionOutcome> adopt(String election, String lineage, Duration bound);

}
