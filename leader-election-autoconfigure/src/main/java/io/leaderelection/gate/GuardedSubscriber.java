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

import io.leaderelection.LeaderElectionException;
import io.leaderelection.context.CallsInFlight;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Border between the stream of a guarded call and whoever subscribed to it. The token is
 * in the stream's context, and bound to threads that enter the stream; signals leave it
 * under the context outside. The value of a single-valued stream is held back until the
 * stream has ended, as a failure may have been stored.
 *
 * @param <T> the type of the elements
 */
final class GuardedSubscriber<T> implements CoreSubscriber<T>, Subscription {

	private final CoreSubscriber<? super T> downstream;

	private final GuardedCall call;

	private final LeadershipContext inner;

	private final LeadershipContext outer;

	private final CallsInFlight.Work work;

	private final boolean single;

	private final CallEnd end;

	private Subscription upstream = Operators.emptySubscription();

	private @Nullable T value;

	GuardedSubscriber(CoreSubscriber<? super T> downstream, GuardedCall call, LeadershipContext inner,
			LeadershipContext outer, CallsInFlight.Work work, boolean single, CallEnd end) {
		this.downstream = downstream;
		this.call = call;
		this.inner = inner;
		this.outer = outer;
		this.work = work;
		this.single = single;
		this.end = end;
	}

	@Override
	public Context currentContext() {
		return this.downstream.currentContext().put(LeadershipContext.KEY, this.inner);
	}

	@Override
	public void onSubscribe(Subscription upstream) {
		this.upstream = upstream;
		outside(() -> this.downstream.onSubscribe(this));
	}

	@Override
	public void onNext(T element) {
		if (this.single) {
			this.value = element;
		}
		else {
			outside(() -> this.downstream.onNext(element));
		}
	}

	@Override
	public void onError(Throwable failure) {
		StoredFailure.addTo(failure, this.call);
		this.work.close();
		this.end.told(failure);
		outside(() -> this.downstream.onError(failure));
	}

	@Override
	public void onComplete() {
		LeaderElectionException failure = this.call.takeFailure();
		this.work.close();
		this.end.told(failure);
		outside(() -> complete(failure));
	}

	private void complete(@Nullable LeaderElectionException failure) {
		if (failure != null) {
			this.downstream.onError(failure);
			return;
		}
		if (this.value != null) {
			this.downstream.onNext(this.value);
		}
		this.downstream.onComplete();
	}

	@Override
	public void request(long count) {
		inside(() -> this.upstream.request(count));
	}

	@Override
	public void cancel() {
		inside(this.upstream::cancel);
		this.work.close();
		LeaderElectionException failure = this.call.takeFailure();
		this.end.told(failure);
		if (failure != null) {
			Operators.onErrorDropped(failure, this.downstream.currentContext());
		}
	}

	private void inside(Runnable action) {
		try (LeadershipContext.Scope scope = this.inner.makeCurrent()) {
			action.run();
		}
	}

	private void outside(Runnable action) {
		try (LeadershipContext.Scope scope = this.outer.makeCurrent()) {
			action.run();
		}
	}

}
