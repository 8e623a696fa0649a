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

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import io.leaderelection.LeaderConfirmedEvent;
import io.leaderelection.LeaderGrantedEvent;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.LeaderSuspectedEvent;
import io.leaderelection.coordinator.ThreadEventLoop;

/**
 * Instance of an application in a process of its own, which writes a line for each term
 * granted, suspected, confirmed and revoked.
 */
public final class ParticipantProgram {

	private static final PrintStream OUTPUT = new PrintStream(new FileOutputStream(FileDescriptor.out), true,
			StandardCharsets.UTF_8);

	private ParticipantProgram() {
	}

	/**
	 * Run until the process is killed.
	 * @param arguments URL, user and password of the database, namespace, time-to-live in
	 * milliseconds
	 */
	public static void main(String[] arguments) throws InterruptedException {
		// Where a file of H2 is served to other processes.
		System.setProperty("h2.bindAddress", "127.0.0.1");
		DatabaseAddress address = new DatabaseAddress(arguments[0], arguments[1], arguments[2]);
		Duration ttl = Duration.ofMillis(Long.parseLong(arguments[4]));
		new JdbcParticipant("child", address.dataSource(), JdbcCoordinatorSettings.of(arguments[3]), ttl,
				new ThreadEventLoop("child"), (builder) -> builder.publisher((event) -> write(event)))
			.join();
		write("started at " + System.currentTimeMillis());
		new CountDownLatch(1).await();
	}

	private static void write(Object event) {
		if (event instanceof LeaderGrantedEvent granted) {
			write("granted " + granted.getToken().term());
		}
		else if (event instanceof LeaderSuspectedEvent suspected) {
			write("suspected " + suspected.getToken().term() + " " + suspected.getCause() + " at "
					+ System.currentTimeMillis());
		}
		else if (event instanceof LeaderConfirmedEvent confirmed) {
			write("confirmed " + confirmed.getToken().term());
		}
		else if (event instanceof LeaderRevokedEvent revoked) {
			write("revoked " + revoked.getToken().term() + " " + revoked.getReason());
		}
	}

	static void write(String line) {
		OUTPUT.println(line);
	}

}
