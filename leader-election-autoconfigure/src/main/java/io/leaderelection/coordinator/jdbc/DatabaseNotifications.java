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
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

import io.leaderelection.coordinator.Backoff;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Notifications on a connection and a thread of their own. A connection that does not
 * answer when it is asked is replaced; where the database has no notifications the thread
 * ends.
 */
final class DatabaseNotifications implements Notifications {

	private static final Log logger = LogFactory.getLog(DatabaseNotifications.class);

	private final Connector connector;

	private final JdbcCoordinatorSettings settings;

	private final Backoff backoff;

	private final CountDownLatch closing = new CountDownLatch(1);

	private volatile @Nullable Thread thread;

	private volatile @Nullable Connection connection;

	/**
	 * Create notifications of one namespace.
	 * @param connector the source of connections
	 * @param settings the settings
	 * @param random the source of variation
	 */
	DatabaseNotifications(Connector connector, JdbcCoordinatorSettings settings, RandomGenerator random) {
		this.connector = connector;
		this.settings = settings;
		this.backoff = new Backoff(random);
	}

	@Override
	public void start(Receiver receiver) {
		Thread started = new Thread(() -> run(receiver), "leader-election-jdbc-notifications");
		started.setDaemon(true);
		this.thread = started;
		started.start();
	}

	private void run(Receiver receiver) {
		try {
			boolean wanted = true;
			while (wanted) {
				wanted = connect(receiver) && !this.closing.await(this.backoff.next().toNanos(), TimeUnit.NANOSECONDS);
			}
		}
		catch (InterruptedException ex) {
			logger.debug("Interrupted, which ends the notifications", ex);
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Listen for as long as a connection lasts.
	 * @param receiver the receiver
	 * @return whether another connection is of use
	 */
	private boolean connect(Receiver receiver) {
		DatabaseSession session;
		try {
			session = this.connector.connect();
		}
		catch (SQLException | RuntimeException ex) {
			lost(receiver, ex);
			return true;
		}
		try (Connection opened = session.connection()) {
			this.connection = opened;
			if (isClosing()) {
				return false;
			}
			NotificationChannel channel = session.dialect().listen(opened);
			if (channel == null) {
				return false;
			}
			listen(receiver, channel);
		}
		catch (SQLException | RuntimeException ex) {
			lost(receiver, ex);
		}
		return true;
	}

	private void listen(Receiver receiver, NotificationChannel channel) throws SQLException {
		receiver.listening();
		while (!isClosing()) {
			for (Announcement announcement : channel.await(this.settings.heartbeat())) {
				if (announcement.namespace().equals(this.settings.namespace())) {
					receiver.changed(announcement);
				}
			}
			this.backoff.reset();
		}
	}

	private void lost(Receiver receiver, Exception failure) {
		if (!isClosing()) {
			receiver.lost(Failures.describe(failure));
		}
	}

	private boolean isClosing() {
		return this.closing.getCount() == 0;
	}

	/**
	 * Begin to end the thread and its connection.
	 */
	@Override
	public void close() {
		this.closing.countDown();
		Connection open = this.connection;
		if (open != null) {
			try {
				open.abort(Runnable::run);
			}
			catch (SQLException ex) {
				logger.debug("The connection for notifications could not be aborted", ex);
			}
		}
	}

	boolean hasEnded() {
		return isClosing() && threads().isEmpty();
	}

	/**
	 * Return the thread, unless it has ended.
	 * @return the thread, if it lives
	 */
	List<Thread> threads() {
		Thread started = this.thread;
		return (started != null && started.isAlive()) ? List.of(started) : List.of();
	}

}
