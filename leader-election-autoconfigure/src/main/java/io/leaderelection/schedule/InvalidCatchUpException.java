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

import io.leaderelection.LeaderElectionException;

/**
 * Exception thrown when a bean is created with a method that cannot be caught up with.
 */
public class InvalidCatchUpException extends LeaderElectionException {

	/**
	 * Create an exception.
	 * @param beanName the name of the bean
	 * @param method the method
	 * @param problem what stands in the way, as a clause
	 * @param remedy how to mend it, as a sentence
	 */
	public InvalidCatchUpException(String beanName, Method method, String problem, String remedy) {
		super("Method '%s.%s' of bean '%s' is annotated with @CatchUp, but %s. %s"
			.formatted(method.getDeclaringClass().getName(), method.getName(), beanName, problem, remedy));
	}

}
