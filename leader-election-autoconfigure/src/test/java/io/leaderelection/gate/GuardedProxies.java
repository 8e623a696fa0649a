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

import java.util.List;

import io.leaderelection.spi.CallObserver;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/**
 * Maker of guarded proxies without an application context.
 */
final class GuardedProxies {

	final FakeElections elections = new FakeElections();

	final GuardedCalls calls;

	GuardedProxies() {
		this(CallObserver.NONE);
	}

	GuardedProxies(CallObserver observer) {
		this.calls = new GuardedCalls(List::of, () -> observer);
	}

	@SuppressWarnings("unchecked")
	<T> T guard(T target) {
		ProxyFactory factory = new ProxyFactory(target);
		factory.setProxyTargetClass(true);
		factory.addAdvisor(new LeaderOnlyAdvisor(new GuardedMethods(new DefaultListableBeanFactory()),
				() -> this.elections, () -> this.calls));
		return (T) factory.getProxy();
	}

}
