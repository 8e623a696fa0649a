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
 * Leadership that ends by hand.
 */
class FixedLeadership implements Leadership {

	private final FencingToken token;

	private volatile boolean over;

	FixedLeadership(String election, long term) {
		this.token = new FencingToken(election, term, "grant-" + term);
	}

	void end() {
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

}
