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
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Beans that a test replaced by Mockito's mocks, in which no guarded work runs.
 */
final class MockedBeans {

	private static final String MOCKITO = "org.mockito.Mockito";

	private final @Nullable Method mockingDetails;

	MockedBeans(@Nullable ClassLoader classLoader) {
		this.mockingDetails = ClassUtils.isPresent(MOCKITO, classLoader) ? ReflectionUtils
			.findMethod(ClassUtils.resolveClassName(MOCKITO, classLoader), "mockingDetails", Object.class) : null;
	}

	boolean contains(Object bean) {
		if (this.mockingDetails == null) {
			return false;
		}
		Object details = ReflectionUtils.invokeMethod(this.mockingDetails, null, bean);
		Method isMock = ReflectionUtils.findMethod(this.mockingDetails.getReturnType(), "isMock");
		return Boolean.TRUE.equals(ReflectionUtils.invokeMethod(Objects.requireNonNull(isMock), details));
	}

}
