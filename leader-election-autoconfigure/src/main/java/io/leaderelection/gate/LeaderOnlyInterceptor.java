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

import java.util.function.Supplier;

import io.leaderelection.LeaderElections;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Interceptor that lets a guarded method run only while this instance leads. Elections
 * and calls are asked for at the first call, so that they need not exist when proxies are
 * created.
 */
final class LeaderOnlyInterceptor implements MethodInterceptor {

	private final GuardedMethods methods;

	private final Supplier<LeaderElections> elections;

	private final Supplier<GuardedCalls> calls;

	LeaderOnlyInterceptor(GuardedMethods methods, Supplier<LeaderElections> elections, Supplier<GuardedCalls> calls) {
		this.methods = methods;
		this.elections = SingletonSupplier.of(elections);
		this.calls = SingletonSupplier.of(calls);
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = invocation.getThis();
		Class<?> targetClass = (target != null) ? AopUtils.getTargetClass(target)
				: invocation.getMethod().getDeclaringClass();
		GuardedMethod method = this.methods.find(invocation.getMethod(), targetClass);
		if (method == null) {
			throw new IllegalStateException(
					"%s is advised but not guarded on %s".formatted(invocation.getMethod(), targetClass.getName()));
		}
		return method.result()
			.invoke(new GuardedInvocation(method, invocation, this.elections.get(), this.calls.get()));
	}

}
