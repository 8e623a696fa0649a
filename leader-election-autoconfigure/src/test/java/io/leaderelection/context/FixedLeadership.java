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

import java.time.Duration;

import io.leaderelection.FencingToken;
import io.leaderelection.Leadership;
import io.leaderelection.NotLeaderException;

/**
 * Leadership whose validity is set by hand.
 */
public final class FixedLeadership implements Leadership {

	private final FencingToken token;

	private volatile boolean over;

	public FixedLeadership(String election, long term) {
		this(new FencingToken(election, term, "grant-" + term));
	}

	public FixedLeadership(FencingToken token) {
		this.token = token;
	}

	public void end() {
		this.over = true;
	}

	/**
	 * Become valid again, as a leadership does whose suspicion was lifted.
	 */
	public void confirm() {
		this.over = false;
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

}
