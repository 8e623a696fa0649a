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

package io.leaderelection.fencing.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.SQLException;

import io.leaderelection.LeaderElectionException;
import org.jspecify.annotations.Nullable;

/**
 * Handler of the calls on a JDBC object, from which no way leads to the unfenced object
 * behind. Refusals are carried by {@link FenceRefusal}.
 */
abstract class FencedObject implements InvocationHandler {

	private final ConnectionFence fence;

	FencedObject(ConnectionFence fence) {
		this.fence = fence;
	}

	ConnectionFence fence() {
		return this.fence;
	}

	@Override
	public final @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
			throws Throwable {
		@Nullable Object[] args = (arguments != null) ? arguments : new Object[0];
		try {
			return switch (method.getName()) {
				case "equals" -> proxy == args[0];
				case "hashCode" -> System.identityHashCode(proxy);
				case "isWrapperFor" -> args[0] instanceof Class<?> type && type.isInstance(proxy);
				case "unwrap" -> unwrap(proxy, args[0]);
				default -> call(proxy, method, args);
			};
		}
		catch (LeaderElectionException ex) {
			throw new FenceRefusal(ex);
		}
	}

	private Object unwrap(Object proxy, @Nullable Object type) throws SQLException {
		if (type instanceof Class<?> wanted && wanted.isInstance(proxy)) {
			return proxy;
		}
		throw this.fence.refuse("what is behind a fenced connection writes past the fence", null);
	}

	/**
	 * Handle a call.
	 * @param proxy the fenced object
	 * @param method the method
	 * @param args the arguments
	 * @return the result
	 * @throws Throwable whatever the driver throws, or the refusal
	 */
	abstract @Nullable Object call(Object proxy, Method method, @Nullable Object[] args) throws Throwable;

	/**
	 * Pass a call to the driver, whose errors may cost the locks that are held.
	 * @param target the object of the driver
	 * @param method the method
	 * @param args the arguments
	 * @return the result
	 * @throws Throwable whatever the driver throws
	 */
	@Nullable Object delegate(Object target, Method method, @Nullable Object[] args) throws Throwable {
		try {
			return Delegation.invoke(target, method, args);
		}
		catch (SQLException ex) {
			this.fence.forget();
			throw ex;
		}
	}

}
