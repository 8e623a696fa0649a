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
import java.util.concurrent.CompletableFuture;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link JoinedScriptRunner} on PostgreSQL: the statements of a script are one
 * transaction, in which each of them sees what was committed until it began.
 */
class JoinedScriptRunnerTests {

	private final JdbcFixture fixture = new JdbcFixture(PostgresUnderTest.shared());

	private final String namespace = this.fixture.namespace();

	private DatabaseSession session;

	private DatabaseSession other;

	@BeforeEach
	void connect() throws SQLException {
		Connector connector = new Connector(this.fixture.dataSource(), Duration.ofSeconds(10));
		this.session = connector.connect();
		this.other = connector.connect();
		insert(this.session, this.namespace, "first");
	}

	@AfterEach
	void disconnect() throws SQLException {
		this.session.connection().close();
		this.other.connection().close();
		this.fixture.close();
	}

	@Test
	void resultsComeInTheOrderOfTheStatements() throws SQLException {
		Script script = new Script();
		Script.Update none = script.update("UPDATE leader_namespace SET revision = 7 WHERE namespace = 'nobody'");
		Script.Query<Long> before = revision(script);
		Script.Update one = script.update("UPDATE leader_namespace SET revision = revision + ? WHERE namespace = ?", 5L,
				this.namespace);
		Script.Query<Long> after = revision(script);
		ScriptAnswer answer = this.session.run(script);
		assertThat(answer.count(none)).isZero();
		assertThat(answer.first(before)).isEqualTo(1);
		assertThat(answer.count(one)).isEqualTo(1);
		assertThat(answer.rows(after)).containsExactly(6L);
	}

	@Test
	void failureOfTheLastStatementUndoesAll() throws SQLException {
		Script script = new Script();
		script.update("UPDATE leader_namespace SET revision = 100 WHERE namespace = ?", this.namespace);
		revision(script);
		script.update("UPDATE leader_namespace SET lineage = NULL WHERE namespace = ?", this.namespace);
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> this.session.run(script))
			.satisfies((ex) -> assertThat(DatabaseFault.of(ex)).isEqualTo(DatabaseFault.CONSTRAINT));
		assertThat(storedRevision()).isEqualTo(1);
	}

	/**
	 * The driver of PostgreSQL ends its batch, and with it an implicit transaction, in
	 * the middle of a script for which it expects more than 64000 bytes of answers.
	 */
	@Test
	void failureUndoesAllHoweverLongTheScriptIsAndHoweverOftenItRanBefore() throws SQLException {
		for (int i = 0; i < 6; i++) {
			this.session.run(longScript("lineage"));
		}
		long before = storedRevision();
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> this.session.run(longScript(null)));
		assertThat(storedRevision()).isEqualTo(before);
	}

	private Script longScript(String lineage) {
		Script script = new Script();
		for (int i = 0; i < 150; i++) {
			script.update("UPDATE leader_namespace SET revision = revision + 1 WHERE namespace = ?", this.namespace);
			script.query((row) -> row.getString("text"),
					"SELECT n.lineage AS text" + " FROM leader_namespace n WHERE n.namespace = ?", this.namespace);
		}
		script.update("UPDATE leader_namespace SET lineage = ? WHERE namespace = ?", lineage, this.namespace);
		return script;
	}

	@Test
	void statementAfterTheLockSeesWhatTheHolderOfTheLockCommitted() throws SQLException {
		try (Connection holder = this.fixture.foreignTransaction()) {
			execute(holder, "UPDATE leader_namespace SET revision = 40 WHERE namespace = '" + this.namespace + "'");
			Script script = new Script();
			script.update("UPDATE leader_namespace SET revision = revision + 1 WHERE namespace = ?", this.namespace);
			Script.Query<Long> revision = revision(script);
			Script.Query<String> committed = script.query((row) -> row.getString("lineage"),
					"SELECT n.lineage FROM leader_namespace n WHERE n.namespace = ?", this.namespace + "-2");
			CompletableFuture<ScriptAnswer> waiting = CompletableFuture.supplyAsync(() -> run(this.session, script));
			awaitBlocked();
			execute(holder, "INSERT INTO leader_namespace VALUES ('" + this.namespace + "-2', 'late', 1)");
			holder.commit();
			ScriptAnswer answer = JdbcFixture.await(waiting);
			assertThat(answer.first(revision)).isEqualTo(41);
			assertThat(answer.first(committed)).isEqualTo("late");
		}
	}

	@Test
	void textArrivesAsItIs() throws SQLException {
		String text = "it's \"quoted\" \\ ; -- ? $1 \u00e4\u20ac\ud83d\ude00\nline";
		insert(this.other, this.namespace + text, "other");
		Script script = new Script();
		Script.Query<String> found = script.query((row) -> row.getString("namespace"),
				"SELECT n.namespace FROM leader_namespace n WHERE n.namespace = ?", this.namespace + text);
		assertThat(this.session.run(script).first(found)).isEqualTo(this.namespace + text);
	}

	@Test
	void nothingIsLeftOpen() throws SQLException {
		this.session.run(longScript("lineage"));
		assertThat(this.fixture.sql()
			.queryForList("SELECT state FROM pg_stat_activity WHERE application_name = 'leader-election'"
					+ " AND state LIKE 'idle in transaction%'"))
			.isEmpty();
	}

	private Script.Query<Long> revision(Script script) {
		return script.query((row) -> row.getLong("revision"),
				"SELECT n.revision FROM leader_namespace n WHERE n.namespace = ?", this.namespace);
	}

	private long storedRevision() throws SQLException {
		Script script = new Script();
		Script.Query<Long> revision = revision(script);
		return this.other.run(script).only(revision);
	}

	private void awaitBlocked() {
		Awaitility.await()
			.until(() -> !this.fixture.sql()
				.queryForList("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
				.isEmpty());
	}

	private static void insert(DatabaseSession session, String namespace, String lineage) throws SQLException {
		Script script = new Script();
		script.update("INSERT INTO leader_namespace (namespace, lineage, revision) VALUES (?, ?, ?)", namespace,
				lineage, 1L);
		session.run(script);
	}

	private static ScriptAnswer run(DatabaseSession session, Script script) {
		try {
			return session.run(script);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void execute(Connection connection, String sql) throws SQLException {
		try (var statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

}
