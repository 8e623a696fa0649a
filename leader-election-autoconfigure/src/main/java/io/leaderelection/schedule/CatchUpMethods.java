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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.LeaderOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Methods that are to be caught up with, found as their beans are created, which are
 * refused if that is not possible.
 */
public final class CatchUpMethods implements BeanPostProcessor {

	private static final int MAX_NAME_LENGTH = 180;

	private final Map<Method, CatchUpMethod> methods = new ConcurrentHashMap<>();

	private final ConfigurableBeanFactory beanFactory;

	/**
	 * Create methods.
	 * @param beanFactory the bean factory that resolves placeholders
	 */
	public CatchUpMethods(ConfigurableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		Class<?> type = AopUtils.getTargetClass(bean);
		if (AnnotationUtils.isCandidateClass(type, CatchUp.class)) {
			MethodIntrospector
				.selectMethods(type,
						(MethodIntrospector.MetadataLookup<@Nullable CatchUp>) (method) -> AnnotatedElementUtils
							.findMergedAnnotation(method, CatchUp.class))
				.forEach((method, annotation) -> add(beanName, type, method, annotation));
		}
		return bean;
	}

	/**
	 * Return whether no bean has such a method.
	 * @return whether there is none
	 */
	public boolean isEmpty() {
		return this.methods.isEmpty();
	}

	@Nullable CatchUpMethod find(Method method, Class<?> targetClass) {
		return this.methods.get(AopUtils.getMostSpecificMethod(method, targetClass));
	}

	/**
	 * Return the methods that an election guards.
	 * @param election the name of the election
	 * @return the methods
	 */
	Collection<CatchUpMethod> of(String election) {
		List<CatchUpMethod> guarded = new ArrayList<>();
		for (CatchUpMethod method : this.methods.values()) {
			if (method.election().equals(election)) {
				guarded.add(method);
			}
		}
		return guarded;
	}

	private void add(String beanName, Class<?> type, Method method, CatchUp annotation) {
		String name = annotation.value().isEmpty() ? type.getName() + "." + method.getName() : annotation.value();
		if (name.length() > MAX_NAME_LENGTH) {
			throw new InvalidCatchUpException(beanName, method,
					"its name in the ledger, '%s', is longer than %d characters".formatted(name, MAX_NAME_LENGTH),
					"Give it a shorter one: @CatchUp(\"settlement\").");
		}
		FiringSchedule schedule = schedule(beanName, method);
		String election = election(beanName, type, method);
		if (method.getReturnType() != void.class) {
			throw new InvalidCatchUpException(beanName, method, "it returns something", "Let it return nothing.");
		}
		if (schedule == null) {
			return;
		}
		CatchUpMethod added = new CatchUpMethod(beanName, method, election, name, schedule);
		CatchUpMethod present = this.methods.values()
			.stream()
			.filter((other) -> other.election().equals(election) && other.name().equals(name))
			.findFirst()
			.orElseGet(() -> this.methods.putIfAbsent(method, added));
		if (present != null && !present.beanName().equals(beanName)) {
			throw new InvalidCatchUpException(beanName, method,
					"bean '%s' has the same name in the ledger, '%s'".formatted(present.beanName(), name),
					"Give them different ones: @CatchUp(\"settlement\").");
		}
	}

	private @Nullable FiringSchedule schedule(String beanName, Method method) {
		Set<Scheduled> annotations = AnnotatedElementUtils.findMergedRepeatableAnnotations(method, Scheduled.class);
		if (annotations.size() != 1) {
			throw new InvalidCatchUpException(beanName, method,
					"it has %d @Scheduled annotations".formatted(annotations.size()), "Give it exactly one.");
		}
		try {
			return new FiringSchedules(this.beanFactory::resolveEmbeddedValue).read(List.copyOf(annotations).get(0));
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidCatchUpException(beanName, method, "its schedule cannot be read: " + ex.getMessage(),
					"Correct it.");
		}
	}

	private String election(String beanName, Class<?> type, Method method) {
		LeaderOnly guard = AnnotatedElementUtils.findMergedAnnotation(method, LeaderOnly.class);
		if (guard == null) {
			guard = MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY)
				.get(LeaderOnly.class)
				.synthesize((annotation) -> annotation.isPresent())
				.orElse(null);
		}
		String election = (guard != null) ? this.beanFactory.resolveEmbeddedValue(guard.election()) : null;
		if (election == null) {
			throw new InvalidCatchUpException(beanName, method, "it is not @LeaderOnly", "Annotate it.");
		}
		if (election.contains("#{")) {
			throw new InvalidCatchUpException(beanName, method,
					"the name of its election depends on the call, '%s'".formatted(election), "Give it a fixed name.");
		}
		return election;
	}

}
