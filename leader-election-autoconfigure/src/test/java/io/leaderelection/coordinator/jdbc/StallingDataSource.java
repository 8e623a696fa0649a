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

package io.leaderelection.coordinator.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * DataSource whose connections stall on demand, before a statement or after a commit. For
 * a database that takes one statement after the other, this is what a request that is
 * held back, and an answer that is lost, come to.
 */
final class StallingDataSource extends DelegatingDataSource {

	private static final CountDownLatch OPEN = new CountDownLatch(0);

	private volatile CountDownLatch statements = OPEN;

	private volatile CountDownLatch commits = OPEN;

	StallingDataSource(DataSource dataSource) {
		super(dataSource);
	}

	/**
	 * Let each connection stall before its next statement.
	 */
	void stallBeforeStatements() {
		this.statements = new CountDownLatch(1);
	}

	/**
	 * Let each connection stall after its next commit.
	 */
	void stallAfterCommits() {
		this.commits = new CountDownLatch(1);
	}

	/**
	 * Let all connections go on.
	 */
	void goOn() {
		this.statements.countDown();
		this.commits.countDown();
	}

	@Override
	public Connection getConnection() throws SQLException {
		Connection connection = super.getConnection();
		return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Connection.class },
				(proxy, method, arguments) -> {
					if (method.getName().equals("prepareStatement")) {
						pass(this.statements);
					}
					try {
						return method.invoke(connection, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
					finally {
						if (method.getName().equals("commit")) {
							pass(this.commits);
						}
					}
				});
	}

	private static void pass(CountDownLatch latch) throws SQLException {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new SQLException("Interrupted while the connection stalls", "08000", ex);
		}
	}

}
