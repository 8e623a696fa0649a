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

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

import io.leaderelection.FencingToken;
import io.leaderelection.context.FixedLeadership;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Worker in a process of its own, which believes to lead term 5. It begins a transaction,
 * gets as far as it is told, says so, and goes on when its input has a line; then it says
 * what became of its last write.
 */
public final class FrozenWorker {

	private static final PrintStream OUTPUT = new PrintStream(new FileOutputStream(FileDescriptor.out), true,
			StandardCharsets.UTF_8);

	private final PGSimpleDataSource dataSource = new PGSimpleDataSource();

	private final FencedJdbcTemplate jdbc;

	private final JdbcTemplate plain;

	private final JdbcTransactionManager transactionManager;

	private final JdbcFencing fencing;

	private @Nullable CopyOut copy;

	private FrozenWorker(String url, String user, String password, Duration idleLimit) {
		this.dataSource.setUrl(url);
		this.dataSource.setUser(user);
		this.dataSource.setPassword(password);
		this.dataSource.setApplicationName("frozen worker");
		FencedDatabase database = new FencedDatabase("payments", this.dataSource);
		this.fencing = new JdbcFencing("shop", ProtectedDatabases.single(database), (election) -> idleLimit);
		this.jdbc = new FencedJdbcTemplate(this.fencing, database);
		this.plain = new JdbcTemplate(this.dataSource);
		this.transactionManager = new JdbcTransactionManager(this.dataSource);
	}

	public static void main(String[] args) {
		FrozenWorker worker = new FrozenWorker(args[1], args[2], args[3], Duration.parse(args[4]));
		FencingToken token = new FencingToken(FencingFixture.ELECTION, 5, "grant-5");
		try (LeadershipContext.Scope scope = LeadershipContext.current()
			.with(new GuardedCall(new FixedLeadership(token)))
			.makeCurrent()) {
			worker.run(Stage.valueOf(args[0]));
			say("ACCEPTED");
		}
		catch (RuntimeException ex) {
			say("REFUSED " + ex.getClass().getSimpleName());
		}
	}

	private void run(Stage stage) {
		if (stage == Stage.ROW_LOCKS_IN_A_GUARDED_TRANSACTION) {
			this.transactionManager.addListener(new FencingTransactionListener(() -> this.fencing));
		}
		new TransactionTemplate(this.transactionManager).executeWithoutResult((status) -> work(stage));
	}

	private void work(Stage stage) {
		switch (stage) {
			case BEFORE_THE_CHECK -> this.plain.queryForList("SELECT id FROM payment");
			case AFTER_THE_CHECK -> this.jdbc.update("UPDATE payment SET status = 'OLD' WHERE id = 1");
			case ROW_LOCKS_AFTER_THE_CHECK -> {
				this.jdbc.assertCurrent();
				this.plain.queryForList("SELECT id FROM payment FOR UPDATE");
			}
			case ROW_LOCKS_ONLY, ROW_LOCKS_IN_A_GUARDED_TRANSACTION ->
				this.plain.queryForList("SELECT id FROM payment FOR UPDATE");
			case FULL_SOCKET -> {
				this.jdbc.update("UPDATE payment SET status = 'OLD' WHERE id = 1");
				readOneRowOfMany();
			}
		}
		say("READY");
		awaitLine();
		if (this.copy != null) {
			readTheRest(this.copy);
		}
		this.jdbc.update("UPDATE payment SET status = 'STALE' WHERE id = 2");
	}

	private void readOneRowOfMany() {
		Connection connection = DataSourceUtils.getConnection(this.dataSource);
		try {
			this.copy = connection.unwrap(PGConnection.class)
				.getCopyAPI()
				.copyOut("COPY (SELECT repeat('x', 1000) FROM generate_series(1, 200000)) TO STDOUT");
			this.copy.readFromCopy();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
		finally {
			DataSourceUtils.releaseConnection(connection, this.dataSource);
		}
	}

	private static void readTheRest(CopyOut copy) {
		try {
			byte[] row = copy.readFromCopy();
			while (row != null) {
				row = copy.readFromCopy();
			}
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void say(String line) {
		OUTPUT.println(line);
	}

	private static void awaitLine() {
		try {
			if (System.in.read() == -1) {
				throw new IllegalStateException("Nobody waits for this worker any more");
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * How far the worker gets.
	 */
	enum Stage {

		BEFORE_THE_CHECK, AFTER_THE_CHECK, ROW_LOCKS_AFTER_THE_CHECK, ROW_LOCKS_ONLY,

		ROW_LOCKS_IN_A_GUARDED_TRANSACTION, FULL_SOCKET

	}

}
