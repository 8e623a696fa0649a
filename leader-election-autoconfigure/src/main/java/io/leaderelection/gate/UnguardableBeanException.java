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

import io.leaderelection.LeaderElectionException;
import org.jspecify.annotations.Nullable;

/**
 * Exception thrown when the application starts, or creates a bean, with a guarded method
 * that would run although this instance does not lead.
 */
public class UnguardableBeanException extends LeaderElectionException {

	private final String beanName;

	private final transient Method method;

	private final String remedy;

	/**
	 * Create an exception.
	 * @param beanName the name of the bean
	 * @param method the guarded method
	 * @param problem what stands in the way, as a clause that follows the method's name
	 * @param remedy how to mend it, as a sentence
	 * @param cause the cause, or {@code null}
	 */
	public UnguardableBeanException(String beanName, Method method, String problem, String remedy,
			@Nullable Throwable cause) {
		super("Method '%s' of bean '%s' is annotated with @LeaderOnly but %s. %s".formatted(signature(method), beanName,
				problem, remedy));
		if (cause != null) {
			initCause(cause);
		}
		this.beanName = beanName;
		this.method = method;
		this.remedy = remedy;
	}

	/**
	 * Return the name of the bean.
	 * @return the name of the bean
	 */
	public String getBeanName() {
		return this.beanName;
	}

	/**
	 * Return the method that cannot be guarded.
	 * @return the method
	 */
	public Method getMethod() {
		return this.method;
	}

	/**
	 * Return how to mend it.
	 * @return a sentence
	 */
	public String getRemedy() {
		return this.remedy;
	}

	private static String signature(Method method) {
		return method.getDeclaringClass().getName() + "." + method.getName();
	}

}
