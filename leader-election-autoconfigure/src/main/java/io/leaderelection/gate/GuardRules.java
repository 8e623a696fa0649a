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
import java.util.ArrayList;
import java.util.List;

import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Rules that a class with guarded methods has to keep, as a proxy could otherwise not
 * guard them.
 */
final class GuardRules {

	private static final String THROW = "'otherwise = OtherwiseBehavior.THROW'";

	private final GuardedMethods methods;

	GuardRules(GuardedMethods methods) {
		this.methods = methods;
	}

	/**
	 * Return the guarded methods of a bean.
	 * @param beanName the name of the bean
	 * @param type the class of the bean behind all proxies
	 * @return the guarded methods
	 * @throws UnguardableBeanException if one of them cannot be guarded
	 */
	List<GuardedMethod> check(String beanName, Class<?> type) {
		List<GuardedMethod> guarded = new ArrayList<>();
		for (Class<?> declaring : classes(type)) {
			for (Method method : ReflectionUtils.getAllDeclaredMethods(declaring)) {
				if (!method.isBridge() && !method.isSynthetic() && this.methods.isGuarded(method, type)) {
					guarded.add(check(beanName, GuardedMethods.specific(method, type), type));
				}
			}
		}
		return guarded;
	}

	private static List<Class<?>> classes(Class<?> type) {
		List<Class<?>> classes = new ArrayList<>(ClassUtils.getAllInterfacesForClassAsSet(type));
		if (!Proxy.isProxyClass(type)) {
			classes.add(0, ClassUtils.getUserClass(type));
		}
		return classes;
	}

	private GuardedMethod check(String beanName, Method method, Class<?> type) {
		checkModifiers(beanName, method, type);
		GuardedMethod guarded = find(beanName, method, type);
		if (isSuspending(method)) {
			throw refusal(beanName, method, "is a suspending function", "Return a Mono or a Flux.");
		}
		String reason = guarded.result().reasonAgainst();
		if (reason != null) {
			throw refusal(beanName, method, reason, "Change the result.");
		}
		if (guarded.skips()) {
			checkSkipping(beanName, guarded);
		}
		return guarded;
	}

	private void checkModifiers(String beanName, Method method, Class<?> type) {
		int modifiers = method.getModifiers();
		if (Modifier.isPrivate(modifiers)) {
			throw refusal(beanName, method, "is private, so no proxy sees its calls",
					"Make it public, and call it from another bean.");
		}
		if (Modifier.isStatic(modifiers)) {
			throw refusal(beanName, method, "is static, so no proxy sees its calls", "Make it an instance method.");
		}
		if (Modifier.isFinal(modifiers)) {
			throw refusal(beanName, method, "is final, so no proxy can override it", "Remove 'final'.");
		}
		if (isHidden(method, type)) {
			throw refusal(beanName, method, "is package-private in another package than the class of the bean",
					"Make it public.");
		}
		if (isFinal(type)) {
			throw refusal(beanName, method, "its class is final or sealed, so no proxy can extend it",
					"Remove 'final' or 'sealed', or move the method to another class.");
		}
	}

	private static boolean isHidden(Method method, Class<?> type) {
		boolean packagePrivate = (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0;
		return packagePrivate && !method.getDeclaringClass().getPackageName().equals(type.getPackageName());
	}

	private static boolean isFinal(Class<?> type) {
		boolean generated = Proxy.isProxyClass(type) || ClassUtils.isLambdaClass(type);
		return !generated && (Modifier.isFinal(type.getModifiers()) || type.isSealed());
	}

	private GuardedMethod find(String beanName, Method method, Class<?> type) {
		try {
			GuardedMethod guarded = this.methods.find(method, type);
			if (guarded != null) {
				return guarded;
			}
		}
		catch (RuntimeException ex) {
			throw new UnguardableBeanException(beanName, method,
					"the name of its election is not valid: " + ex.getMessage(), "Correct the name.", ex);
		}
		throw new IllegalStateException("Guarded method " + method + " was lost");
	}

	private static boolean isSuspending(Method method) {
		Class<?>[] parameters = method.getParameterTypes();
		return parameters.length > 0
				&& parameters[parameters.length - 1].getName().equals("kotlin.coroutines.Continuation");
	}

	private static void checkSkipping(String beanName, GuardedMethod guarded) {
		Method method = guarded.method();
		String reason = guarded.result().reasonAgainstSkipping();
		if (reason != null) {
			throw refusal(beanName, method, "cannot be skipped: " + reason,
					"Return an Optional or another object that may be null or empty, or set " + THROW + ".");
		}
		String listener = MessageListenerAnnotations.find(method);
		if (listener != null) {
			throw refusal(beanName, method,
					"is also a @%s, whose skipped messages would be acknowledged and lost".formatted(listener),
					"Set " + THROW
							+ " so that the message is delivered again, or start and stop the listener's container with a LeaderLifecycle.");
		}
	}

	private static UnguardableBeanException refusal(String beanName, Method method, String problem, String remedy) {
		return new UnguardableBeanException(beanName, method, problem, remedy, null);
	}

}
