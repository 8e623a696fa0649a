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

package io.leaderelection.sample;

import java.time.Duration;

import io.leaderelection.FencingToken;
import io.leaderelection.Leadership;
import io.leaderelection.NotLeaderException;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;

/**
 * Guarded task on the thread of a test, in a term whose end the test decides.
 */
public final class GuardedTask implements Leadership, AutoCloseable {

	private final FencingToken token;

	private final LeadershipContext.Scope scope;

	private volatile boolean over;

	private GuardedTask(FencingToken token) {
		this.token = token;
		this.scope = LeadershipContext.empty().with(new GuardedCall(this)).makeCurrent();
	}

	public static GuardedTask begin(String election, long term, String grantId) {
		return new GuardedTask(new FencingToken(election, term, grantId));
	}

	public void endTerm() {
		this.over = true;
	}

	@Override
	public FencingToken token() {
		return this.token;
	}

	@Override
	public boolean isValid() {
		return !this.over;
	}

	@Override
	public void ensureValid() {
		if (this.over) {
			throw new NotLeaderException(this.token, "the term is over");
		}
	}

	@Override
	public Duration remaining() {
		return this.over ? Duration.ZERO : Duration.ofSeconds(5);
	}

	@Override
	public void close() {
		this.scope.close();
	}

}
