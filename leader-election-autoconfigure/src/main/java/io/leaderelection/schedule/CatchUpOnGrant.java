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
import java.util.concurrent.Executor;

import io.leaderelection.LeaderGrantedEvent;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.util.ReflectionUtils;

/**
 * Caller of {@link CatchUp} methods when this instance begins to lead. Whether something
 * was missed is found out behind the gate.
 */
public final class CatchUpOnGrant implements ApplicationListener<LeaderGrantedEvent> {

	private static final Log logger = LogFactory.getLog(CatchUpOnGrant.class);

	private final CatchUpMethods methods;

	private final BeanFactory beanFactory;

	private final Executor executor;

	/**
	 * Create a caller.
	 * @param methods the methods
	 * @param beanFactory the bean factory that has their beans
	 * @param executor where the methods are called
	 */
	public CatchUpOnGrant(CatchUpMethods methods, BeanFactory beanFactory, Executor executor) {
		this.methods = methods;
		this.beanFactory = beanFactory;
		this.executor = executor;
	}

	@Override
	public void onApplicationEvent(LeaderGrantedEvent event) {
		// Plainly, as other listeners of the grant wait for this one.
		for (CatchUpMethod method : this.methods.of(event.getElection().name())) {
			this.executor.execute(() -> catchUp(method));
		}
	}

	private void catchUp(CatchUpMethod method) {
		method.catchUp();
		try {
			Object bean = this.beanFactory.getBean(method.beanName());
			Method invocable = AopUtils.selectInvocableMethod(method.method(), bean.getClass());
			ReflectionUtils.makeAccessible(invocable);
			ReflectionUtils.invokeMethod(invocable, bean);
		}
		catch (RuntimeException ex) {
			logger.error(
					"Catching up with '%s' failed, which is left to the next firing or grant".formatted(method.name()),
					ex);
		}
		finally {
			method.caughtUp();
		}
	}

}
