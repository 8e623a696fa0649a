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

package io.leaderelection.servers;

/**
 * Real server that is killed, frozen and started again on demand.
 */
public interface TestServer extends AutoCloseable {

	/**
	 * Return the port on the loopback address.
	 * @return the port, which stays the same across restarts
	 */
	int port();

	/**
	 * Kill the server with SIGKILL.
	 */
	void kill();

	/**
	 * Kill the server if it runs, start it again on its data and port and wait until it
	 * answers.
	 */
	void restart();

	/**
	 * Freeze the server with all its processes: connections stay, nothing is answered.
	 */
	void freeze();

	/**
	 * Let the frozen server go on.
	 */
	void thaw();

	@Override
	void close();

}
