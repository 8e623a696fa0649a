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

import io.leaderelection.NotLeaderException;
import io.leaderelection.context.CallsInFlight;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/**
 * Publisher of one guarded call, to be subscribed to once. It is in flight from its
 * creation on.
 *
 * @param <T> the type of the elements
 */
final class GuardedPublisher<T> extends Flux<T> implements CallsInFlight.EndOfTerm {

	private final Sinks.Empty<Void> termIsOver = Sinks.empty();

	private final Publisher<T> source;

	private final GuardedCall call;

	private final LeadershipContext inner;

	private final LeadershipContext outer;

	private final boolean single;

	private final CallsInFlight.Work work;

	private final CallEnd end;

	private volatile boolean over;

	private GuardedPublisher(Publisher<T> source, GuardedEntry entry, boolean interruptible, boolean single) {
		this.source = interruptible ? interruptible(source) : source;
		this.call = entry.call();
		this.inner = entry.context();
		this.outer = entry.outer();
		this.single = single;
		this.end = entry.handOver();
		this.work = this.call.begin(interruptible ? this : CallsInFlight.EndOfTerm.NONE);
	}

	static <T> Publisher<T> of(Publisher<T> source, GuardedEntry entry, boolean interruptible, boolean single) {
		return new GuardedPublisher<>(source, entry, interruptible, single);
	}

	// Completed and not failed, as only that cancels the source; and on a thread that
	// delays no renewal, as whoever receives the error runs on it.
	private Publisher<T> interruptible(Publisher<T> source) {
		Mono<Void> termIsOver = this.termIsOver.asMono().publishOn(Schedulers.parallel());
		return Flux.from(source).takeUntilOther(termIsOver).concatWith(Mono.defer(this::interruption));
	}

	private Mono<T> interruption() {
		return this.over
				? Mono.error(new NotLeaderException(this.call.token(), "the call was interrupted, its term is over"))
				: Mono.empty();
	}

	@Override
	public void ended() {
		this.over = true;
		this.call.noteInterruption();
		this.termIsOver.tryEmitEmpty();
	}

	@Override
	public void subscribe(CoreSubscriber<? super T> downstream) {
		try (LeadershipContext.Scope scope = this.inner.makeCurrent()) {
			this.source.subscribe(new GuardedSubscriber<>(downstream, this.call, this.inner, this.outer, this.work,
					this.single, this.end));
		}
	}

}
