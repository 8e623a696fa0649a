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

import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;

/**
 * Accessor through which Micrometer's context propagation, and with it Reactor, hands the
 * {@link LeadershipContext} to other threads. Found by the service loader.
 */
public final class LeadershipContextAccessor implements ThreadLocalAccessor<LeadershipContext> {

	@Override
	public Object key() {
		return LeadershipContext.KEY;
	}

	@Override
	public @Nullable LeadershipContext getValue() {
		LeadershipContext current = LeadershipContext.current();
		return current.isEmpty() ? null : current;
	}

	@Override
	public void setValue(LeadershipContext value) {
		LeadershipContext.setCurrent(value);
	}

	@Override
	public void setValue() {
		LeadershipContext.setCurrent(LeadershipContext.empty());
	}

}
