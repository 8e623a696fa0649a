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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.aop.scope.ScopedObject;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.MergedBeanDefinitionPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;

/**
 * Inspector that refuses beans whose guarded methods would run unguarded: each bean when
 * it is created, and at the end of the start each singleton as it is exposed to others,
 * among them those that were created too early for a proxy or are raw in a circular
 * reference. Notes the elections that are used.
 */
public final class GuardedBeanInspector implements MergedBeanDefinitionPostProcessor, SmartInitializingSingleton {

	private final GuardedMethods methods;

	private final GuardRules rules;

	private final DeclaredElections declared;

	private final DefaultListableBeanFactory beanFactory;

	private final MockedBeans mocks;

	private final Set<Class<?>> unguarded = ConcurrentHashMap.newKeySet();

	/**
	 * Create an inspector.
	 * @param methods the guarded methods
	 * @param declared where to note the elections
	 * @param beanFactory the bean factory
	 */
	public GuardedBeanInspector(GuardedMethods methods, DeclaredElections declared,
			DefaultListableBeanFactory beanFactory) {
		this.methods = methods;
		this.rules = new GuardRules(methods);
		this.declared = declared;
		this.beanFactory = beanFactory;
		this.mocks = new MockedBeans(beanFactory.getBeanClassLoader());
	}

	@Override
	public void postProcessMergedBeanDefinition(RootBeanDefinition definition, Class<?> type, String beanName) {
		inspect(beanName, type);
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (!mayBeReplaced(bean, beanName)) {
			requireAdvised(bean, beanName);
		}
		return bean;
	}

	// A singleton in a circular reference is replaced by the proxy made for the
	// reference.
	private boolean mayBeReplaced(Object bean, String beanName) {
		return this.beanFactory.isAllowCircularReferences() && this.beanFactory.containsBeanDefinition(beanName)
				&& this.beanFactory.getMergedBeanDefinition(beanName).isSingleton() && !isProduct(bean, beanName);
	}

	private boolean isProduct(Object bean, String beanName) {
		return !(bean instanceof FactoryBean) && this.beanFactory.isFactoryBean(beanName);
	}

	@Override
	public void afterSingletonsInstantiated() {
		for (String beanName : this.beanFactory.getSingletonNames()) {
			Object bean = this.beanFactory.getSingleton(beanName);
			if (bean != null) {
				requireAdvised(bean, beanName);
			}
		}
	}

	private void requireAdvised(Object bean, String beanName) {
		ExposedBean exposed = new ExposedBean(bean);
		List<GuardedMethod> guarded = inspect(beanName, exposed.type());
		if (guarded.isEmpty() || bean instanceof ScopedObject || this.mocks.contains(bean)) {
			return;
		}
		if (!exposed.isAdvised()) {
			throw new UnguardableBeanException(beanName, guarded.get(0).method(),
					"the bean is in use without the gate's proxy",
					"It was created too early (as a dependency of a BeanPostProcessor or an Advisor), left raw in a "
							+ "circular reference, or registered as an object. Break that, or move the method to another bean.",
					null);
		}
		guarded.stream()
			.map(GuardedMethod::method)
			.filter((method) -> !exposed.guards(method, this.methods))
			.findFirst()
			.ifPresent((method) -> {
				throw new UnguardableBeanException(beanName, method,
						"its calls cannot be guarded on the proxy that the bean is already",
						"Annotate the method of the interface.", null);
			});
	}

	private List<GuardedMethod> inspect(String beanName, Class<?> type) {
		if (this.unguarded.contains(type)) {
			return List.of();
		}
		List<GuardedMethod> guarded = this.rules.check(beanName, type);
		if (guarded.isEmpty()) {
			this.unguarded.add(type);
		}
		guarded.forEach((method) -> this.declared.add(method.election().pattern()));
		return guarded;
	}

}
