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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.coordinator.EventLoop.Cancellable;
import io.leaderelection.coordinator.Restored;
import io.leaderelection.coordinator.Unknown;
import io.leaderelection.spi.FenceSealer;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;

/**
 * Asynchronous calls of an engine, each with a deadline, whose answers come back on the
 * engine's thread.
 */
final class Calls {

	private final EngineRun run;

	Calls(EngineRun run) {
		this.run = run;
	}

	/**
	 * Ask something of the coordinator. The handler may be called twice: with an unknown
	 * outcome when the bound has passed, and with the answer that came later.
	 * @param <T> the type of the outcome
	 * @param call the call
	 * @param bound the deadline
	 * @param unanswered makes the unknown outcome
	 * @param handler the receiver of the outcome and of the moment at which it was asked
	 */
	<T> void ask(Supplier<? extends CompletionStage<? extends T>> call, Duration bound,
			Function<Unknown, ? extends T> unanswered, BiConsumer<T, Moment> handler) {
		ask(this.run.clock().now(), call, bound, unanswered, handler);
	}

	<T> void ask(Moment sent, Supplier<? extends CompletionStage<? extends T>> call, Duration bound,
			Function<Unknown, ? extends T> unanswered, BiConsumer<T, Moment> handler) {
		Cancellable deadline = this.run.after(bound, () -> handler
			.accept(unanswered.apply(new Unknown("No answer within %d ms".formatted(bound.toMillis()))), sent));
		CompletionStage<? extends T> stage;
		try {
			stage = call.get();
		}
		catch (RuntimeException ex) {
			stage = CompletableFuture.failedFuture(ex);
		}
		stage.whenComplete((outcome, failure) -> this.run.parts().loop().execute(() -> this.run.enter(() -> {
			deadline.cancel();
			T answer = (outcome != null) ? outcome : unanswered.apply(new Unknown(String.valueOf(failure)));
			if (answer instanceof Restored restoredAnswer && sent.isAfter(this.run.restored())) {
				this.run.restored(restoredAnswer.detail());
			}
			handler.accept(answer, sent);
		})));
	}

	/**
	 * Raise fences, which is bounded here too. The receiver is called once.
	 * @param request what to seal
	 * @param receiver the receiver of the outcome
	 */
	void seal(SealRequest request, Consumer<SealOutcome> receiver) {
		FenceSealer sealer = this.run.parts().fenceSealer();
		if (sealer == null) {
			receiver.accept(new SealOutcome.Sealed(List.of()));
			return;
		}
		AtomicBoolean answered = new AtomicBoolean();
		this.<SealOutcome>ask(() -> sealer.seal(request), request.bound(),
				(unknown) -> new SealOutcome.Failed(List.of(), unknown.detail()), (outcome, sent) -> {
					if (!answered.getAndSet(true)) {
						receiver.accept(outcome);
					}
				});
	}

}
