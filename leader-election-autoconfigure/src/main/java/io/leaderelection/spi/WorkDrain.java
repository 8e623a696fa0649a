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

import java.util.concurrent.CompletionStage;

import io.leaderelection.FencingToken;

/**
 * Part that knows the guarded work in flight. Called on the engine's thread; must return
 * at once.
 */
public interface WorkDrain {

	/**
	 * Wait until no work of the term is in flight. The engine bounds the wait; work that
	 * runs on afterwards is refused by the fence and by its leadership.
	 * @param token the token of the term that ends
	 * @return a stage that completes, normally, when the last call has ended
	 */
	CompletionStage<Void> drain(FencingToken token);

	/**
	 * Interrupt the work of the term that asked to be interrupted, because the term is
	 * over.
	 * @param token the token of the term that ended
	 */
	void interrupt(FencingToken token);

	/**
	 * Drain for engines without a gate.
	 * @return the drain
	 */
	static WorkDrain none() {
		return new WorkDrain() {

			@Override
			public CompletionStage<Void> drain(FencingToken token) {
				return java.util.concurrent.CompletableFuture.completedFuture(null);
			}

			@Override
			public void interrupt(FencingToken token) {
			}

		};
	}

}
