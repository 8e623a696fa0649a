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

package io.leaderelection.sample.settlement;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Database whose connection breaks at one of the next commits.
 */
final class FaultyCommits extends DelegatingDataSource {

	private final AtomicInteger commits = new AtomicInteger();

	private volatile int before;

	private volatile int after;

	private volatile boolean forGood;

	private volatile boolean failed;

	FaultyCommits(DataSource delegate) {
		super(delegate);
	}

	/**
	 * Break once before a commit.
	 * @param commit which one from now on, 1 for the next
	 */
	void failBefore(int commit) {
		this.before = this.commits.get() + commit;
	}

	/**
	 * Break once after a commit, whose answer is lost.
	 * @param commit which one from now on, 1 for the next
	 */
	void failAfter(int commit) {
		this.after = this.commits.get() + commit;
	}

	/**
	 * Break before a commit and stay out of reach, as for a process that is killed.
	 * @param commit which one from now on, 1 for the next
	 */
	void dieBefore(int commit) {
		this.forGood = true;
		failBefore(commit);
	}

	/**
	 * Be out of reach from now on.
	 */
	void die() {
		this.forGood = true;
		this.failed = true;
	}

	boolean failed() {
		return this.failed;
	}

	@Override
	public Connection getConnection() throws SQLException {
		if (this.failed && this.forGood) {
			throw new SQLRecoverableException("Connection to 127.0.0.1:5432 refused", "08001");
		}
		Connection connection = super.getConnection();
		return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Connection.class },
				(proxy, method, arguments) -> {
					try {
						if (method.getName().equals("commit")) {
							commit(connection);
							return null;
						}
						return method.invoke(connection, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

	private void commit(Connection connection) throws SQLException {
		int commit = this.commits.incrementAndGet();
		if (commit == this.before) {
			breakOff(connection);
		}
		connection.commit();
		if (commit == this.after) {
			breakOff(connection);
		}
	}

	private void breakOff(Connection connection) throws SQLException {
		this.failed = true;
		connection.close();
		throw new SQLRecoverableException("Connection reset", "08006");
	}

}
