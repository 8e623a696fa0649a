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
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

import io.leaderelection.coordinator.Backoff;
import io.leaderelection.coordinator.ContactLog;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.coordinator.UnreadableRecordException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Daemon thread with a connection of its own that serves calls one after the other. It
 * connects when there is something to do, and goes on trying while the database is away.
 * A connection that failed is replaced; one on which the database only refused a script
 * is used again once it has been rolled back. Each call is given up at its deadline, even
 * if the thread is stuck in the connection.
 */
final class ConnectionLane implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(ConnectionLane.class);

	private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

	private static final Duration FRESH = Duration.ofSeconds(10);

	private final BlockingQueue<LaneCall<?>> calls = new LinkedBlockingQueue<>();

	private final CountDownLatch closing = new CountDownLatch(1);

	private final Connector connector;

	private final EventLoop timer;

	private final ContactLog log;

	private final Backoff backoff;

	private final Thread thread;

	private volatile @Nullable DatabaseSession session;

	private volatile @Nullable LaneCall<?> current;

	private @Nullable Refusal refusal;

	private long connectedAt;

	/**
	 * Create a lane and start its thread.
	 * @param name the name of the thread
	 * @param connector the source of connections
	 * @param timer the loop whose clock and thread watch over deadlines
	 * @param log told about contacts and failures
	 * @param random varies the pauses between attempts to connect
	 */
	ConnectionLane(String name, Connector connector, EventLoop timer, ContactLog log, RandomGenerator random) {
		this.connector = connector;
		this.timer = timer;
		this.log = log;
		this.backoff = new Backoff(random);
		this.thread = new Thread(this::serve, name);
		this.thread.setDaemon(true);
		this.thread.start();
	}

	/**
	 * Submit a call that must not be done twice: once it may have reached the database it
	 * is not repeated.
	 * @param <T> the type of the answer
	 * @param work what is to be done
	 * @param timeout when to give up
	 * @return the answer, or the failure
	 */
	<T> CompletableFuture<T> submit(LaneCall.Work<T> work, Duration timeout) {
		return submit(work, false, timeout);
	}

	/**
	 * Submit a call that is done again on another connection if its connection failed.
	 * @param <T> the type of the answer
	 * @param work what is to be done
	 * @param timeout when to give up
	 * @return the answer, or the failure
	 */
	<T> CompletableFuture<T> submitRepeatable(LaneCall.Work<T> work, Duration timeout) {
		return submit(work, true, timeout);
	}

	private <T> CompletableFuture<T> submit(LaneCall.Work<T> work, boolean repeatable, Duration timeout) {
		LaneCall<T> call = new LaneCall<>(work, repeatable, this.timer.nanoTime(), timeout);
		call.timedBy(this.timer.schedule(timeout, () -> giveUp(call, timeout)));
		this.calls.add(call);
		if (isClosed()) {
			failQueued();
		}
		return call.answer();
	}

	private void giveUp(LaneCall<?> call, Duration timeout) {
		if (!call.isOver()) {
			String last = this.log.lastError();
			String detail = "The database did not answer within %d ms".formatted(timeout.toMillis());
			if (this.session == null && last != null) {
				detail = detail + "; last error: " + last;
			}
			if (this.calls.remove(call)) {
				detail = detail + "; the call was not sent";
			}
			call.fail(new UnansweredException(detail));
		}
	}

	private void serve() {
		try {
			while (!isClosed()) {
				LaneCall<?> call = this.calls.take();
				this.current = call;
				serve(call);
				this.current = null;
			}
		}
		catch (InterruptedException ex) {
			logger.trace("Lane ends", ex);
		}
		finally {
			disconnect();
			failQueued();
		}
	}

	private void serve(LaneCall<?> call) throws InterruptedException {
		while (!call.isOver() && !isClosed()) {
			DatabaseSession connected = connected(call);
			if (connected == null) {
				continue;
			}
			if (call.isTooLate(this.timer.nanoTime())) {
				call.giveUpLate();
				continue;
			}
			try {
				limit(connected, call);
				call.perform(connected);
				this.log.answered();
			}
			catch (SQLException ex) {
				failed(connected, call, ex);
			}
			catch (UnreadableRecordException ex) {
				// Found in what a script that was committed had answered.
				this.log.answered();
				call.fail(ex);
			}
			catch (RuntimeException ex) {
				disconnect();
				call.fail(ex);
			}
		}
		if (isClosed()) {
			call.fail(closed());
		}
	}

	private void failed(DatabaseSession connected, LaneCall<?> call, SQLException failure) {
		this.log.failed(Failures.describe(failure));
		if (!isSpared(failure) || !isRolledBack(connected, call)) {
			disconnect();
		}
		if (!call.isRepeatable() || !Failures.isDisconnection(failure)) {
			call.fail(failure);
		}
	}

	// Rights and paths that were put right may count for new connections only.
	private boolean isSpared(SQLException failure) {
		boolean fresh = this.timer.nanoTime() - this.connectedAt < FRESH.toNanos();
		return Failures.sparesConnection(failure) && (fresh || !Failures.isRefusalOfUser(failure));
	}

	private boolean isRolledBack(DatabaseSession connected, LaneCall<?> call) {
		try {
			limit(connected, call);
			connected.rollBack();
			return true;
		}
		catch (SQLException | RuntimeException ex) {
			logger.debug("Connection could not be rolled back", ex);
			return false;
		}
	}

	private void limit(DatabaseSession connected, LaneCall<?> call) throws SQLException {
		connected.connection().setNetworkTimeout(Runnable::run, call.limitMillis(this.timer.nanoTime()));
	}

	private @Nullable DatabaseSession connected(LaneCall<?> call) throws InterruptedException {
		if (this.session != null) {
			return this.session;
		}
		Refusal refused = this.refusal;
		if (refused != null && refused.until - this.timer.nanoTime() > 0) {
			call.fail(refused.failure);
			return null;
		}
		try {
			this.session = this.connector.connect();
			this.connectedAt = this.timer.nanoTime();
			this.backoff.reset();
			this.refusal = null;
		}
		catch (SQLException | RuntimeException ex) {
			notConnected(call, ex);
		}
		return this.session;
	}

	private void notConnected(LaneCall<?> call, Exception failure) throws InterruptedException {
		this.log.failed(Failures.describe(failure));
		Duration pause = this.backoff.next();
		if (Failures.isRefusal(failure)) {
			this.refusal = new Refusal(failure, this.timer.nanoTime() + pause.toNanos());
			call.fail(failure);
		}
		else if (!this.closing.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
			logger.debug("No connection; trying again", failure);
		}
	}

	private void disconnect() {
		DatabaseSession failed = this.session;
		this.session = null;
		if (failed != null) {
			try {
				failed.connection().close();
			}
			catch (SQLException ex) {
				logger.debug("Connection could not be closed in order", ex);
			}
		}
	}

	private void failQueued() {
		for (LaneCall<?> call = this.calls.poll(); call != null; call = this.calls.poll()) {
			call.fail(closed());
		}
	}

	private static UnansweredException closed() {
		return new UnansweredException("The coordinator was closed");
	}

	private boolean isClosed() {
		return this.closing.getCount() == 0;
	}

	/**
	 * Begin to end the lane: calls in flight fail, the connection is closed.
	 */
	void shutDown() {
		this.closing.countDown();
		LaneCall<?> inFlight = this.current;
		if (inFlight != null) {
			inFlight.fail(closed());
		}
		failQueued();
		this.thread.interrupt();
		DatabaseSession open = this.session;
		if (inFlight != null && open != null) {
			abort(open.connection());
		}
	}

	/**
	 * End the lane and wait for its thread to end, at most two seconds.
	 */
	@Override
	public void close() {
		shutDown();
		try {
			this.thread.join(CLOSE_TIMEOUT.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	Thread thread() {
		return this.thread;
	}

	private static void abort(Connection connection) {
		try {
			connection.abort(Runnable::run);
		}
		catch (SQLException ex) {
			logger.debug("Connection could not be aborted", ex);
		}
	}

	/**
	 * Definite refusal of a connection, which is not asked for again at once.
	 */
	private record Refusal(Exception failure, long until) {

	}

}
