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

import java.lang.reflect.Method;
import java.util.function.Supplier;

import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderOnly;
import org.aopalliance.aop.Advice;

import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * Advisor that guards the methods annotated with {@link LeaderOnly}, directly or by a
 * composed annotation, on the method, its class or its interface.
 */
public final class LeaderOnlyAdvisor extends AbstractPointcutAdvisor {

	/**
	 * Default order: outside of transactions and caches, inside of {@code @Async},
	 * {@code @Retryable}, {@code @ConcurrencyLimit} and method security. So each retry
	 * asks the gate anew, and a transaction begins and ends behind it.
	 */
	public static final int DEFAULT_ORDER = Ordered.LOWEST_PRECEDENCE - 1000;

	private final transient Pointcut pointcut;

	private final transient LeaderOnlyInterceptor interceptor;

	/**
	 * Create an advisor with the default order.
	 * @param methods the guarded methods
	 * @param elections the elections, asked for at the first call
	 * @param calls the guarded calls, asked for at the first call
	 */
	public LeaderOnlyAdvisor(GuardedMethods methods, Supplier<LeaderElections> elections,
			Supplier<GuardedCalls> calls) {
		this.pointcut = new LeaderOnlyPointcut(methods);
		this.interceptor = new LeaderOnlyInterceptor(methods, elections, calls);
		setOrder(DEFAULT_ORDER);
	}

	@Override
	public Pointcut getPointcut() {
		return this.pointcut;
	}

	@Override
	public Advice getAdvice() {
		return this.interceptor;
	}

	private static final class LeaderOnlyPointcut extends StaticMethodMatcherPointcut {

		private final GuardedMethods methods;

		private LeaderOnlyPointcut(GuardedMethods methods) {
			this.methods = methods;
			setClassFilter((type) -> AnnotationUtils.isCandidateClass(type, LeaderOnly.class));
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			return this.methods.isGuarded(method, targetClass);
		}

	}

}
