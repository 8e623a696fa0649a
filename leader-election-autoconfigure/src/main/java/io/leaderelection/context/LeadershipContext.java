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

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

/**
 * Guarded calls that the current thread works for, at most one per election. Immutable: a
 * context that was captured on one thread may be made current on another.
 * <p>
 * The current context is the one {@link ThreadLocal} of this library. It is handed to
 * other threads by {@linkplain LeadershipContextAccessor context propagation}, by a
 * {@linkplain LeadershipTaskDecorator task decorator}, or with {@link #wrap(Runnable)}.
 */
public final class LeadershipContext {

	/**
	 * Key under which the context travels in the context of reactive streams and in
	 * context snapshots.
	 */
	public static final String KEY = "io.leaderelection.context";

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

	static void setCurrent(LeadershipContext context) {
		if (context.isEmpty()) {
			CURRENT.remove();
		}
		else {
			CURRENT.set(context);
		}
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
		return Collections.unmodifiableCollection(this.calls.values());
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
		LeadershipContext previous = current();
		setCurrent(this);
		return () -> setCurrent(previous);
	}

	/**
	 * Make this context current as {@link #makeCurrent()} does, and count the thread as
	 * in flight for each call until the scope is closed.
	 * @return the scope
	 */
	public Scope enter() {
		Deque<Scope> entered = new ArrayDeque<>();
		this.calls.values().forEach((call) -> entered.push(call.enter()));
		entered.push(makeCurrent());
		return () -> entered.forEach(Scope::close);
	}

	/**
	 * Return a task that does the given work for the calls of this context, on whatever
	 * thread it is run. A term that is over by then refuses it.
	 * @param task the work
	 * @return the task, which throws {@link io.leaderelection.NotLeaderException} instead
	 * of beginning work of a term that is over
	 */
	public Runnable wrap(Runnable task) {
		return () -> {
			try (Scope scope = enter()) {
				ensureValid();
				task.run();
			}
		};
	}

	/**
	 * Return a task as {@link #wrap(Runnable)} does.
	 * @param <T> the type of the result
	 * @param task the work
	 * @return the task, which throws {@link io.leaderelection.NotLeaderException} instead
	 * of beginning work of a term that is over
	 */
	public <T extends @Nullable Object> Callable<T> wrap(Callable<T> task) {
		return () -> {
			try (Scope scope = enter()) {
				ensureValid();
				return task.call();
			}
		};
	}

	private void ensureValid() {
		this.calls.values().forEach((call) -> call.leadership().ensureValid());
	}

	@Override
	public String toString() {
		return "LeadershipContext" + this.calls.values();
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
