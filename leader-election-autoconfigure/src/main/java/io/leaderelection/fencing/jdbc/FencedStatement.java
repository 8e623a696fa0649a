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
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;

import io.leaderelection.FencingToken;
import io.leaderelection.fencing.jdbc.sql.SqlStatement;
import org.jspecify.annotations.Nullable;

/**
 * Handler of the calls on a statement that is given its text when it is executed, or on a
 * prepared one that only reads.
 */
final class FencedStatement extends FencedObject {

	private static final StatementParameters NONE = new StatementParameters();

	private final Connection connection;

	private final Statement target;

	private final FencedBatch batch;

	private FencedStatement(ConnectionFence fence, Connection connection, Statement target) {
		super(fence);
		this.connection = connection;
		this.target = target;
		this.batch = new FencedBatch(fence);
	}

	static Object of(ConnectionFence fence, Connection connection, Statement target, Class<?> type) {
		return Delegation.proxy(type, new FencedStatement(fence, connection, target));
	}

	@Override
	@Nullable Object call(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
		boolean text = args.length > 0 && args[0] instanceof String;
		Object result = switch (method.getName()) {
			case "getConnection" -> this.connection;
			case "execute", "executeUpdate", "executeLargeUpdate", "executeQuery" ->
				text ? execute(method, args) : delegate(this.target, method, args);
			case "addBatch" -> text ? addBatch(method, args) : delegate(this.target, method, args);
			case "clearBatch" -> clearBatch(method, args);
			case "executeBatch", "executeLargeBatch" ->
				this.batch.execute(() -> Delegation.invoke(this.target, method, args));
			default -> delegate(this.target, method, args);
		};
		return (result instanceof ResultSet resultSet) ? FencedResultSet.of(fence(), (Statement) proxy, resultSet)
				: result;
	}

	private @Nullable Object execute(Method method, @Nullable Object[] args) throws Throwable {
		String sql = String.valueOf(args[0]);
		SqlStatement statement = fence().analyze(sql);
		if (statement instanceof SqlStatement.Read) {
			return delegate(this.target, method, args);
		}
		FencedWrite write = new FencedWrite(fence(), statement, sql);
		FencingToken token = fence().requireToken(sql);
		boolean embedded = write.embeds(token);
		args[0] = write.render(token, embedded);
		return write.execute(token, embedded,
				new Execution(this.target, () -> Delegation.invoke(this.target, method, args), NONE));
	}

	private @Nullable Object addBatch(Method method, @Nullable Object[] args) throws Throwable {
		String sql = String.valueOf(args[0]);
		SqlStatement statement = fence().analyze(sql);
		if (!(statement instanceof SqlStatement.Read)) {
			FencedWrite write = new FencedWrite(fence(), statement, sql);
			FencingToken token = fence().requireToken(sql);
			args[0] = write.render(token, false);
			this.batch.add(write, token, NONE);
		}
		return delegate(this.target, method, args);
	}

	private @Nullable Object clearBatch(Method method, @Nullable Object[] args) throws Throwable {
		this.batch.clear();
		return delegate(this.target, method, args);
	}

}
