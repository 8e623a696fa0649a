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

package io.leaderelection.schedule;

import java.lang.reflect.Method;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;

import io.leaderelection.runs.Firing;
import io.leaderelection.runs.FiringLedger;
import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Advisor that lets firings of {@link CatchUp} methods pass which are due and remembers
 * those that were completed. Stands inside of the gate and outside of transactions.
 */
public final class CatchUpAdvisor extends AbstractPointcutAdvisor {

	/**
	 * Order between the gate and transactions.
	 */
	public static final int ORDER = Ordered.LOWEST_PRECEDENCE - 900;

	private final transient Pointcut pointcut = new CatchUpPointcut();

	private final transient MethodInterceptor interceptor;

	/**
	 * Create an advisor.
	 * @param methods the methods
	 * @param ledger the ledger of firings, asked for at the first call
	 * @param clock the time
	 */
	public CatchUpAdvisor(CatchUpMethods methods, Supplier<FiringLedger> ledger, InstantSource clock) {
		this.interceptor = new CatchUpInterceptor(methods, ledger, clock);
		setOrder(ORDER);
	}

	@Override
	public Pointcut getPointcut() {
		return this.pointcut;
	}

	@Override
	public Advice getAdvice() {
		return this.interceptor;
	}

	private static final class CatchUpPointcut extends StaticMethodMatcherPointcut {

		private CatchUpPointcut() {
			setClassFilter((type) -> AnnotationUtils.isCandidateClass(type, CatchUp.class));
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			return AnnotatedElementUtils.hasAnnotation(AopUtils.getMostSpecificMethod(method, targetClass),
					CatchUp.class);
		}

	}

	private static final class CatchUpInterceptor implements MethodInterceptor {

		private final CatchUpMethods methods;

		private final Supplier<FiringLedger> ledger;

		private final InstantSource clock;

		private CatchUpInterceptor(CatchUpMethods methods, Supplier<FiringLedger> ledger, InstantSource clock) {
			this.methods = methods;
			this.ledger = SingletonSupplier.of(ledger);
			this.clock = clock;
		}

		@Override
		public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
			Object target = invocation.getThis();
			CatchUpMethod method = (target != null)
					? this.methods.find(invocation.getMethod(), AopUtils.getTargetClass(target)) : null;
			if (method == null) {
				return invocation.proceed();
			}
			if (!method.begin()) {
				// What runs is this firing's run as well.
				return null;
			}
			try {
				return runIfDue(method, invocation);
			}
			finally {
				method.end();
			}
		}

		private @Nullable Object runIfDue(CatchUpMethod method, MethodInvocation invocation) throws Throwable {
			Instant now = this.clock.instant();
			Firing last = this.ledger.get().last(method.election(), method.name()).orElse(null);
			if (method.isCatchingUp()) {
				if (last == null) {
					remember(method, new Firing(now, null));
					return null;
				}
				if (!method.schedule().isMissed(last, now)) {
					return null;
				}
			}
			else if (last != null && method.schedule().isServed(last, now)) {
				return null;
			}
			Object result = invocation.proceed();
			remember(method, new Firing(method.schedule().nominal(now), this.clock.instant()));
			return result;
		}

		private void remember(CatchUpMethod method, Firing firing) {
			this.ledger.get().completed(method.election(), method.name(), firing);
		}

	}

}
