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

import javax.sql.DataSource;

/**
 * Database server that the coordinator's contract is tried on.
 */
interface DatabaseUnderTest {

	/**
	 * Return the port on the loopback address.
	 * @return the port
	 */
	int port();

	/**
	 * Return a DataSource that makes a new connection each time, with timeouts that let
	 * no thread wait for long.
	 * @param port the port of the server or of a relay in front of it
	 * @return the DataSource
	 */
	DataSource dataSource(int port);

	/**
	 * Kill the server, start it again and wait until it answers.
	 */
	void restart();

	/**
	 * Take a snapshot.
	 * @return the action that stops the server, starts it from the snapshot and waits
	 * until it answers
	 */
	Runnable snapshot();

}
