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

package io.leaderelection.gate;

import io.leaderelection.context.LeadershipContext;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import org.springframework.core.ReactiveAdapter;

/**
 * Result that is reactive. The gate is asked, and the method called, at each
 * subscription, so that a publisher which is subscribed to again and again, as those of
 * scheduled methods, is checked each time. A call that is refused gives an error signal;
 * a call that was made is in flight until the last signal or the cancellation.
 */
final class ReactiveResult implements GuardedResult {

	private final ReactiveAdapter adapter;

	ReactiveResult(ReactiveAdapter adapter) {
		this.adapter = adapter;
	}

	@Override
	public Object invoke(GuardedInvocation invocation) {
		return this.adapter.fromPublisher(
				this.adapter.isMultiValue() ? Flux.deferContextual((context) -> Flux.from(call(invocation, context)))
						: Mono.deferContextual((context) -> Mono.fromDirect(call(invocation, context))));
	}

	@Override
	public @Nullable String reasonAgainstSkipping() {
		return this.adapter.supportsEmpty() ? null
				: "a %s cannot be empty".formatted(this.adapter.getReactiveType().getSimpleName());
	}

	private Publisher<?> call(GuardedInvocation invocation, ContextView reactorContext) {
		LeadershipContext outer = reactorContext.hasKey(LeadershipContext.KEY)
				? reactorContext.get(LeadershipContext.KEY) : LeadershipContext.current();
		try (LeadershipContext.Scope scope = outer.makeCurrent(); GuardedEntry entry = invocation.enter()) {
			if (entry == null) {
				return Flux.empty();
			}
			Object result = entry.begin(invocation::proceed);
			if (result == null) {
				throw new IllegalStateException(
						"Guarded method " + invocation + " returned null instead of a publisher");
			}
			Publisher<?> publisher = this.adapter.toPublisher(result);
			return GuardedPublisher.of(publisher, entry, invocation.interruptible(), !this.adapter.isMultiValue());
		}
		catch (Exception ex) {
			return Flux.error(ex);
		}
	}

}
