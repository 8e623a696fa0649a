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

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.NotLeaderException;
import io.leaderelection.spi.CallObserver;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;

/**
 * Call of a guarded method, which may be made several times if its result is reactive.
 */
final class GuardedInvocation {

	private final GuardedMethod method;

	private final MethodInvocation invocation;

	private final LeaderElections elections;

	private final GuardedCalls calls;

	GuardedInvocation(GuardedMethod method, MethodInvocation invocation, LeaderElections elections,
			GuardedCalls calls) {
		this.method = method;
		this.invocation = invocation;
		this.elections = elections;
		this.calls = calls;
	}

	/**
	 * Enter the gate on the calling thread.
	 * @return the entry, or {@code null} if the call is to be skipped
	 * @throws NotLeaderException if the call is refused
	 */
	@Nullable GuardedEntry enter() {
		Object target = this.invocation.getThis();
		String name = this.method.election().resolve(target, this.invocation.getArguments());
		LeaderElection election = this.elections.get(name);
		CallObserver.ObservedCall observed = this.calls.arrived(name);
		GuardedEntry entry;
		try {
			entry = enter(election);
		}
		catch (RuntimeException | Error ex) {
			observed.ended(CallObserver.Outcome.REFUSED, ex);
			throw ex;
		}
		if (entry == null) {
			observed.ended(CallObserver.Outcome.SKIPPED, null);
			return null;
		}
		entry.observe(observed);
		return entry;
	}

	private @Nullable GuardedEntry enter(LeaderElection election) {
		GuardedEntry entry = this.calls.enter(election, interruptible());
		if (entry == null && !this.method.skips()) {
			throw new NotLeaderException(election.name(), detail(election));
		}
		return entry;
	}

	private String detail(LeaderElection election) {
		if (this.calls.isClosed()) {
			return "this application shuts down";
		}
		String leader = election.observedLeader().map((observed) -> ", '" + observed.instance() + "' leads").orElse("");
		return "this instance is in state " + election.state() + leader;
	}

	boolean interruptible() {
		return this.method.interruptOnRevocation();
	}

	/**
	 * Go on to the guarded method. May be repeated.
	 * @return the result of the method
	 * @throws Exception whatever the method throws
	 */
	@Nullable Object proceed() throws Exception {
		try {
			if (this.invocation instanceof ProxyMethodInvocation repeatable) {
				return repeatable.invocableClone().proceed();
			}
			return this.invocation.proceed();
		}
		catch (Exception | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new IllegalStateException("Guarded method threw neither an exception nor an error", ex);
		}
	}

	@Override
	public String toString() {
		return this.method.method().toGenericString();
	}

}
