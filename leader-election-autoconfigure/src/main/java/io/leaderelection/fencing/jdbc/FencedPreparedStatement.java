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
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.FencingToken;
import org.jspecify.annotations.Nullable;

/**
 * Handler of the calls on a prepared statement that writes. The driver's statement is not
 * created before its first use, when it is known whether the statement is executed once
 * or in a batch and what the transaction has checked.
 */
final class FencedPreparedStatement extends FencedObject {

	private final Connection connection;

	private final FencedWrite write;

	private final StatementFactory factory;

	private final FencingToken token;

	private final StatementParameters parameters = new StatementParameters();

	private final FencedBatch batch;

	private final List<JdbcCall> settings = new ArrayList<>();

	private @Nullable Statement target;

	private boolean embedded;

	private boolean closed;

	private FencedPreparedStatement(ConnectionFence fence, Connection connection, FencedWrite write,
			StatementFactory factory) throws SQLException {
		super(fence);
		this.connection = connection;
		this.write = write;
		this.factory = factory;
		this.token = fence.requireToken(write.sql());
		this.batch = new FencedBatch(fence);
	}

	static Object of(ConnectionFence fence, Connection connection, FencedWrite write, StatementFactory factory,
			Class<?> type) throws SQLException {
		return Delegation.proxy(type, new FencedPreparedStatement(fence, connection, write, factory));
	}

	@Override
	@Nullable Object call(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
		return switch (method.getName()) {
			case "getConnection" -> this.connection;
			case "toString" -> "Fenced statement [" + this.write.sql() + "]";
			case "isClosed" -> this.closed;
			case "close" -> close();
			default -> use((Statement) proxy, method, args);
		};
	}

	private @Nullable Object use(Statement proxy, Method method, @Nullable Object[] args) throws Throwable {
		if (this.closed) {
			throw new SQLException("The statement is closed");
		}
		if (args.length > 0 && args[0] instanceof String && method.getName().matches("execute.*|addBatch")) {
			throw new SQLException("A prepared statement has its text already");
		}
		Object result = switch (method.getName()) {
			case "execute", "executeUpdate", "executeLargeUpdate", "executeQuery" -> execute(method, args);
			case "addBatch" -> addBatch(method, args);
			case "clearBatch" -> clearBatch(method, args);
			case "executeBatch", "executeLargeBatch" -> executeBatch(method, args);
			default -> isSetting(method) ? set(method, args) : delegate(target(true), method, args);
		};
		return (result instanceof ResultSet resultSet) ? FencedResultSet.of(fence(), proxy, resultSet) : result;
	}

	private static boolean isSetting(Method method) {
		return method.getName().startsWith("set") || method.getName().equals("registerOutParameter")
				|| method.getName().equals("clearParameters");
	}

	private @Nullable Object close() throws SQLException {
		this.closed = true;
		if (this.target != null) {
			this.target.close();
		}
		return null;
	}

	private @Nullable Object set(Method method, @Nullable Object[] args) throws Throwable {
		if (StatementParameters.isSetting(method)) {
			this.parameters.record(method, args);
		}
		else if (method.getName().equals("clearParameters")) {
			this.parameters.clear();
		}
		if (this.target != null) {
			return delegate(this.target, method, args);
		}
		this.settings.add(new JdbcCall(method, args));
		return null;
	}

	private @Nullable Object execute(Method method, @Nullable Object[] args) throws Throwable {
		FencingToken current = fence().requireToken(this.write.sql());
		FencedBatch.requireSame(fence(), current, this.token, this.write.sql());
		Statement statement = target(true);
		return this.write.execute(current, this.embedded,
				new Execution(statement, () -> Delegation.invoke(statement, method, args), this.parameters));
	}

	private @Nullable Object addBatch(Method method, @Nullable Object[] args) throws Throwable {
		Object result = delegate(target(false), method, args);
		this.batch.add(this.write, this.token, this.parameters.copy());
		return result;
	}

	private @Nullable Object clearBatch(Method method, @Nullable Object[] args) throws Throwable {
		this.batch.clear();
		return (this.target != null) ? delegate(this.target, method, args) : null;
	}

	private @Nullable Object executeBatch(Method method, @Nullable Object[] args) throws Throwable {
		Statement statement = target(false);
		return this.batch.execute(() -> Delegation.invoke(statement, method, args));
	}

	private Statement target(boolean single) throws Throwable {
		Statement created = this.target;
		if (created == null) {
			this.embedded = single && this.write.embeds(this.token);
			created = this.factory.create(this.write.render(this.token, this.embedded));
			this.target = created;
			for (JdbcCall setting : this.settings) {
				setting.make(created);
			}
			this.settings.clear();
		}
		return created;
	}

}
