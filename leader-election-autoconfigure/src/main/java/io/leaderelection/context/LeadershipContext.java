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

package io.leaderelection.context;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Guarded calls that the current thread works for, at most one per election. Immutable: a
 * context that was captured on one thread may be made current on another.
 * <p>
 * The current context is the one {@link ThreadLocal} of this library. It is handed to
 * other threads by context propagation, by task decorators, or with
 * {@link #makeCurrent()}.
 */
public final class LeadershipContext {

	private static final LeadershipContext EMPTY = new LeadershipContext(Map.of());

	private static final ThreadLocal<@Nullable LeadershipContext> CURRENT = new ThreadLocal<>();

	private final Map<String, GuardedCall> calls;

	private LeadershipContext(Map<String, GuardedCall> calls) {
		this.calls = calls;
	}

	/**
	 * Return the context of the current thread.
	 * @return the context, empty if the thread does no guarded work
	 */
	public static LeadershipContext current() {
		LeadershipContext current = CURRENT.get();
		return (current != null) ? current : EMPTY;
	}

	/**
	 * Return the empty context.
	 * @return the empty context
	 */
	public static LeadershipContext empty() {
		return EMPTY;
	}

	/**
	 * Return this context with the given call, which replaces one of the same election.
	 * @param call the call
	 * @return the new context
	 */
	public LeadershipContext with(GuardedCall call) {
		Map<String, GuardedCall> extended = new LinkedHashMap<>(this.calls);
		extended.put(call.token().election(), call);
		return new LeadershipContext(extended);
	}

	/**
	 * Return the call of the given election.
	 * @param election the name of the election
	 * @return the call, or {@code null}
	 */
	public @Nullable GuardedCall call(String election) {
		return this.calls.get(election);
	}

	/**
	 * Return all calls, outermost first.
	 * @return the calls
	 */
	public Collection<GuardedCall> calls() {
		return java.util.Collections.unmodifiableCollection(this.calls.values());
	}

	/**
	 * Return whether no guarded call is bound.
	 * @return whether the context is empty
	 */
	public boolean isEmpty() {
		return this.calls.isEmpty();
	}

	/**
	 * Make this context current on the calling thread until the scope is closed, which
	 * has to happen on the same thread.
	 * @return the scope
	 */
	public Scope makeCurrent() {
		LeadershipContext previous = CURRENT.get();
		set(this);
		return () -> set((previous != null) ? previous : EMPTY);
	}

	private static void set(LeadershipContext context) {
		if (context.isEmpty()) {
			CURRENT.remove();
		}
		else {
			CURRENT.set(context);
		}
	}

	/**
	 * Time during which a context is current on a thread.
	 */
	@FunctionalInterface
	public interface Scope extends AutoCloseable {

		@Override
		void close();

	}

}
