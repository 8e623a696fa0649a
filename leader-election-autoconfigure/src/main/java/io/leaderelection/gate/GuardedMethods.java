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
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.LeaderOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Guarded methods by method and target class. {@link LeaderOnly} is looked for on the
 * method, on the methods that it overrides or implements, then on its class for public
 * methods, then on the interface that declares it; composed annotations count.
 */
public final class GuardedMethods {

	private final Map<MethodClassKey, Optional<GuardedMethod>> methods = new ConcurrentHashMap<>();

	private final ConfigurableBeanFactory beanFactory;

	/**
	 * Create guarded methods.
	 * @param beanFactory the bean factory that resolves placeholders and beans in the
	 * names of elections
	 */
	public GuardedMethods(ConfigurableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/**
	 * Return how a method is guarded.
	 * @param method the method, maybe of an interface
	 * @param targetClass the class of the target
	 * @return how the method is guarded, or {@code null} if it is not
	 * @throws RuntimeException if the name of the election is not valid
	 */
	@Nullable GuardedMethod find(Method method, Class<?> targetClass) {
		if (ReflectionUtils.isObjectMethod(method)) {
			return null;
		}
		return this.methods
			.computeIfAbsent(new MethodClassKey(method, targetClass),
					(key) -> Optional.ofNullable(resolve(method, targetClass)))
			.orElse(null);
	}

	private @Nullable GuardedMethod resolve(Method method, Class<?> targetClass) {
		Method specific = specific(method, targetClass);
		LeaderOnly annotation = findAnnotation(method, specific, targetClass);
		if (annotation == null) {
			return null;
		}
		ElectionNameTemplate election = ElectionNameTemplate.parse(annotation.election(), specific, this.beanFactory);
		Class<?> type = GenericTypeResolver.resolveReturnType(specific, targetClass);
		return new GuardedMethod(specific, election, annotation.otherwise(), annotation.interruptOnRevocation(),
				GuardedResults.of(type));
	}

	/**
	 * Return whether a method or its class asks for a guard, without looking at the name
	 * of the election.
	 * @param method the method
	 * @param targetClass the class of the target
	 * @return whether the method is to be guarded
	 */
	boolean isGuarded(Method method, Class<?> targetClass) {
		return !ReflectionUtils.isObjectMethod(method)
				&& findAnnotation(method, specific(method, targetClass), targetClass) != null;
	}

	/**
	 * Return the method that a call of the given one ends up in, as far as it was written
	 * by somebody: a JDK proxy implements its interfaces by generated methods.
	 * @param method the method, maybe of an interface
	 * @param targetClass the class of the target
	 * @return the method
	 */
	static Method specific(Method method, Class<?> targetClass) {
		return Proxy.isProxyClass(targetClass) ? method : AopUtils.getMostSpecificMethod(method, targetClass);
	}

	private static @Nullable LeaderOnly findAnnotation(Method method, Method specific, Class<?> targetClass) {
		LeaderOnly annotation = AnnotatedElementUtils.findMergedAnnotation(specific, LeaderOnly.class);
		if (annotation == null && !specific.equals(method)) {
			annotation = AnnotatedElementUtils.findMergedAnnotation(method, LeaderOnly.class);
		}
		if (annotation == null && Modifier.isPublic(specific.getModifiers())
				&& ClassUtils.isUserLevelMethod(specific)) {
			annotation = findOnClass(targetClass);
			if (annotation == null) {
				annotation = findOnInterface(specific, targetClass);
			}
		}
		return annotation;
	}

	private static @Nullable LeaderOnly findOnClass(Class<?> targetClass) {
		return MergedAnnotations.from(targetClass, SearchStrategy.SUPERCLASS)
			.get(LeaderOnly.class)
			.synthesize(MergedAnnotation::isPresent)
			.orElse(null);
	}

	private static @Nullable LeaderOnly findOnInterface(Method specific, Class<?> targetClass) {
		return ClassUtils.getAllInterfacesForClassAsSet(targetClass)
			.stream()
			.filter((type) -> AnnotatedElementUtils.hasAnnotation(type, LeaderOnly.class))
			.filter((type) -> Arrays.stream(type.getMethods())
				.anyMatch((method) -> specific(method, targetClass).equals(specific)))
			.map((type) -> AnnotatedElementUtils.findMergedAnnotation(type, LeaderOnly.class))
			.findFirst()
			.orElse(null);
	}

}
