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

import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderElectionException;
import io.leaderelection.Leadership;
import org.jspecify.annotations.Nullable;

/**
 * Guarded call in flight: the leadership captured when it began, and the fencing failure
 * that could not be thrown where it was found. Shared by all threads that the call hands
 * its token to; may be used from any of them.
 */
public final class GuardedCall {

	private final Leadership leadership;

	private final AtomicReference<@Nullable LeaderElectionException> failure = new AtomicReference<>();

	public GuardedCall(Leadership leadership) {
		this.leadership = leadership;
	}

	/**
	 * Return the term that the call belongs to.
	 * @return the leadership
	 */
	public Leadership leadership() {
		return this.leadership;
	}

	/**
	 * Return the token that the call captured.
	 * @return the fencing token
	 */
	public FencingToken token() {
		return this.leadership.token();
	}

	/**
	 * Store a failure to be thrown later, unless one is stored already.
	 * @param failure the failure
	 */
	public void storeFailure(LeaderElectionException failure) {
		this.failure.compareAndSet(null, failure);
	}

	/**
	 * Take the stored failure, so that it is thrown only once.
	 * @return the failure, or {@code null}
	 */
	public @Nullable LeaderElectionException takeFailure() {
		return this.failure.getAndSet(null);
	}

	@Override
	public String toString() {
		return "GuardedCall[" + token() + "]";
	}

}
