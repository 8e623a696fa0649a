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

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;

/**
 * Process that opens a file of H2 before others do, and serves it to them.
 */
public final class FileHolderProgram {

	private FileHolderProgram() {
	}

	/**
	 * Run until the process is killed.
	 * @param arguments URL, user and password of the database
	 */
	public static void main(String[] arguments) throws SQLException, InterruptedException {
		System.setProperty("h2.bindAddress", "127.0.0.1");
		DatabaseAddress address = new DatabaseAddress(arguments[0], arguments[1], arguments[2]);
		try (Connection connection = address.dataSource().getConnection()) {
			ParticipantProgram.write("holds " + connection.getMetaData().getURL());
			new CountDownLatch(1).await();
		}
	}

}
