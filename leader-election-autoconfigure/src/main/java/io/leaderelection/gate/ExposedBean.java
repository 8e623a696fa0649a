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
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.util.ClassUtils;

/**
 * Bean as others get it: an object behind any number of proxies.
 */
final class ExposedBean {

	private final Class<?> type;

	private final List<Advised> gates = new ArrayList<>();

	ExposedBean(Object bean) {
		this.type = AopProxyUtils.ultimateTargetClass(bean);
		Object candidate = bean;
		while (candidate instanceof Advised advised) {
			if (Arrays.stream(advised.getAdvisors()).anyMatch(LeaderOnlyAdvisor.class::isInstance)) {
				this.gates.add(advised);
			}
			candidate = AopProxyUtils.getSingletonTarget(candidate);
		}
	}

	/**
	 * Return the class of the object behind all proxies.
	 * @return the class
	 */
	Class<?> type() {
		return this.type;
	}

	/**
	 * Return whether one of the proxies has the gate's advisor.
	 * @return whether the bean is advised
	 */
	boolean isAdvised() {
		return !this.gates.isEmpty();
	}

	/**
	 * Return whether the calls of a method that reach the object pass the gate.
	 * @param method the guarded method of the object's class
	 * @param methods the guarded methods
	 * @return whether the method is guarded
	 */
	boolean guards(Method method, GuardedMethods methods) {
		return this.gates.stream().anyMatch((gate) -> guards(gate, method, methods));
	}

	private boolean guards(Advised gate, Method method, GuardedMethods methods) {
		Class<?> target = gate.getTargetClass();
		if (target == null || !Proxy.isProxyClass(target)) {
			return methods.isGuarded(method, this.type);
		}
		return ClassUtils.getAllInterfacesForClassAsSet(target)
			.stream()
			.flatMap((type) -> Arrays.stream(type.getMethods()))
			.filter((candidate) -> GuardedMethods.specific(candidate, this.type).equals(method))
			.allMatch((candidate) -> methods.isGuarded(candidate, target));
	}

}
