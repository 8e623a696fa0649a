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

package io.leaderelection.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

import io.leaderelection.context.FixedLeadership;
import io.leaderelection.context.GuardedCall;
import io.leaderelection.context.LeadershipContext;
import io.leaderelection.fencing.jdbc.FenceSchemaInitializer;
import io.leaderelection.fencing.jdbc.FencedDatabase;
import io.leaderelection.fencing.jdbc.FencedJdbcTemplate;
import io.leaderelection.fencing.jdbc.JdbcFencing;
import io.leaderelection.fencing.jdbc.ProtectedDatabases;
import io.leaderelection.servers.ServerDatabase;

import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;

/**
 * Process of its own that leads in some term and does the steps of a run. Before it saves
 * the progress of the step at which it is to stop, it waits for ever.
 */
public final class RunningProcess implements AutoCloseable {

	private final Process process;

	private RunningProcess(Process process) {
		this.process = process;
	}

	/**
	 * Start a process.
	 * @param database the database
	 * @param term the term in which it leads
	 * @param key the key of the run
	 * @param steps how many steps there are
	 * @param stopAt the step in which to stop, or zero
	 */
	static RunningProcess start(ServerDatabase database, long term, String key, int steps, int stopAt)
			throws IOException {
		List<String> command = List.of(System.getProperty("java.home") + "/bin/java", "-cp",
				System.getProperty("java.class.path"), RunningProcess.class.getName(), database.url(), database.user(),
				database.password(), Long.toString(term), key, Integer.toString(steps), Integer.toString(stopAt));
		return new RunningProcess(new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start());
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	/**
	 * Wait for the end of the process.
	 * @return the exit status
	 */
	int awaitEnd() throws InterruptedException {
		return this.process.waitFor();
	}

	/**
	 * Kill the process as no handler in it can prevent: by SIGKILL.
	 */
	void kill() throws InterruptedException {
		this.process.destroyForcibly().waitFor();
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

	/**
	 * Lead and run.
	 */
	public static void main(String[] args) {
		FencedDatabase database = new FencedDatabase("payments",
				new DriverManagerDataSource(args[0], args[1], args[2]));
		FencedJdbcTemplate jdbc = new FencedJdbcTemplate(
				new JdbcFencing("shop", ProtectedDatabases.single(database), (election) -> Duration.ofSeconds(60)),
				database);
		LeaderRuns runs = new JdbcLeaderRuns(jdbc, new JdbcTransactionManager(database.dataSource()),
				new RunTable(database, new FenceSchemaInitializer(DatabaseInitializationMode.NEVER)),
				RunSettings.DEFAULTS, RunMeters.NONE);
		long term = Long.parseLong(args[3]);
		int steps = Integer.parseInt(args[5]);
		int stopAt = Integer.parseInt(args[6]);
		FixedLeadership leadership = new FixedLeadership(RunsFixture.ELECTION, term);
		try (LeadershipContext.Scope scope = LeadershipContext.empty()
			.with(new GuardedCall(leadership))
			.makeCurrent()) {
			runs.once(args[4], (run) -> {
				for (int next = RunsFixture.done(run) + 1; next <= steps; next++) {
					int step = next;
					run.step(() -> {
						jdbc.update("INSERT INTO work (step, term) VALUES (?, ?)", step, term);
						if (step == stopAt) {
							stop();
						}
						run.save(Integer.toString(step));
					});
				}
			});
		}
	}

	private static void stop() {
		try {
			if (System.in.read() != -1) {
				throw new IllegalStateException("Nobody was to wake this process");
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
