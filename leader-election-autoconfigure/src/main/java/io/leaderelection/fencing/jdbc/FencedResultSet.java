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

import java.lang.reflect.Method;
import java.sql.ResultSet;
import java.sql.Statement;

import org.jspecify.annotations.Nullable;

/**
 * Handler of the calls on a result set.
 */
final class FencedResultSet extends FencedObject {

	private final @Nullable Statement statement;

	private final ResultSet target;

	private FencedResultSet(ConnectionFence fence, @Nullable Statement statement, ResultSet target) {
		super(fence);
		this.statement = statement;
		this.target = target;
	}

	/**
	 * Wrap a result set.
	 * @param fence the fence
	 * @param statement the fenced statement, or {@code null} if there is none
	 * @param target the result set
	 * @return the fenced result set
	 */
	static ResultSet of(ConnectionFence fence, @Nullable Statement statement, ResultSet target) {
		return Delegation.proxy(ResultSet.class, new FencedResultSet(fence, statement, target));
	}

	@Override
	@Nullable Object call(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
		return method.getName().equals("getStatement") ? this.statement : delegate(this.target, method, args);
	}

}
