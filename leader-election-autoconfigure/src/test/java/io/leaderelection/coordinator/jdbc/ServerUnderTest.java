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

import io.leaderelection.servers.TestServer;

/**
 * Database server in processes of its own, which are killed and frozen under elections
 * that run.
 */
interface ServerUnderTest extends DatabaseUnderTest {

	/**
	 * Return the server.
	 * @return the server
	 */
	TestServer server();

	@Override
	default int port() {
		return server().port();
	}

	@Override
	default void restart() {
		server().restart();
	}

	/**
	 * Return how a program reaches the database.
	 * @return the address
	 */
	DatabaseAddress address();

	/**
	 * Return a query for the number of transactions that wait for a lock.
	 * @return the query
	 */
	String waiting();

	/**
	 * Return a query for the number of transactions that were begun and do nothing.
	 * @return the query
	 */
	String leftOpen();

}
