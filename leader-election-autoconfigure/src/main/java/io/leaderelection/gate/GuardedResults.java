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

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;

/**
 * Ways of making a guarded call by the declared type of its result.
 */
final class GuardedResults {

	private static final boolean REACTOR_PRESENT = ClassUtils.isPresent("reactor.core.publisher.Flux",
			GuardedResults.class.getClassLoader());

	private GuardedResults() {
	}

	static GuardedResult of(Class<?> type) {
		if (type == Object.class) {
			return new UntypedResult();
		}
		if (Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)) {
			return type.isAssignableFrom(CompletableFuture.class) ? new FutureResult()
					: new UnsupportedResult("has the result %s; declare CompletableFuture, CompletionStage or Future"
						.formatted(type.getName()));
		}
		ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
		if (adapter != null || isPublisher(type)) {
			return (adapter != null && REACTOR_PRESENT) ? reactive(type, adapter)
					: new UnsupportedResult(
							"has the reactive result %s; add 'io.projectreactor:reactor-core' or return something else"
								.formatted(type.getName()));
		}
		return plain(type);
	}

	private static GuardedResult reactive(Class<?> type, ReactiveAdapter adapter) {
		return (adapter.getReactiveType() == type) ? new ReactiveResult(adapter) : new UnsupportedResult(
				"has the result %s; declare %s".formatted(type.getName(), adapter.getReactiveType().getName()));
	}

	private static boolean isPublisher(Class<?> type) {
		return Flow.Publisher.class.isAssignableFrom(type) || ClassUtils.getAllInterfacesForClassAsSet(type)
			.stream()
			.anyMatch((implemented) -> implemented.getName().equals("org.reactivestreams.Publisher"));
	}

	private static GuardedResult plain(Class<?> type) {
		if (type.isPrimitive() && type != void.class) {
			return new PlainResult(null, "its result is the primitive " + type.getName());
		}
		if (type == Optional.class) {
			return new PlainResult(Optional.empty(), null);
		}
		if (type == OptionalInt.class) {
			return new PlainResult(OptionalInt.empty(), null);
		}
		if (type == OptionalLong.class) {
			return new PlainResult(OptionalLong.empty(), null);
		}
		if (type == OptionalDouble.class) {
			return new PlainResult(OptionalDouble.empty(), null);
		}
		return new PlainResult(null, null);
	}

}
