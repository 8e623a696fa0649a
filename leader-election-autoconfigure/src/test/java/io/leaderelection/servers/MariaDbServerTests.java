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

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link MariaDbServer}.
 */
class MariaDbServerTests {

	@RegisterExtension
	static final MariaDbDatabase database = MariaDbServer.database();

	@RegisterExtension
	static final MariaDbDatabase other = MariaDbServer.database();

	@Test
	void eachDatabaseIsFresh() {
		new JdbcTemplate(database.dataSource()).execute("CREATE TABLE only_here (id INT)");
		assertThat(new JdbcTemplate(other.dataSource()).queryForList("SHOW TABLES")).isEmpty();
	}

	@Test
	void commitsAreDurableAsInProduction() {
		assertThat(new JdbcTemplate(database.dataSource()).queryForObject("SELECT @@innodb_flush_log_at_trx_commit",
				Integer.class))
			.isEqualTo(1);
	}

	@Test
	void listensOnTheLoopbackAddressOnly() {
		assertThat(Ports.isOpenToOthers(MariaDbServer.shared().port())).isFalse();
	}

	@Test
	void restartAfterKillKeepsDataAndPort() {
		try (MariaDbServer server = MariaDbServer.start()) {
			int port = server.port();
			MariaDbDatabase kept = new MariaDbDatabase().create(server);
			JdbcTemplate jdbc = new JdbcTemplate(kept.dataSource());
			jdbc.execute("CREATE TABLE kept (id INT)");
			jdbc.update("INSERT INTO kept VALUES (1)");
			server.kill();
			assertThat(server.answers()).isFalse();
			server.restart();
			assertThat(server.port()).isEqualTo(port);
			assertThat(jdbc.queryForObject("SELECT id FROM kept", Integer.class)).isEqualTo(1);
			CompletableFuture<Integer> answer = whileFrozen(server, jdbc);
			assertThat(answer.join()).isEqualTo(1);
		}
	}

	private static CompletableFuture<Integer> whileFrozen(MariaDbServer server, JdbcTemplate jdbc) {
		server.freeze();
		CompletableFuture<Integer> answer = CompletableFuture
			.supplyAsync(() -> jdbc.queryForObject("SELECT id FROM kept", Integer.class));
		await().during(Duration.ofMillis(300)).until(() -> !answer.isDone());
		server.thaw();
		return answer;
	}

	@Test
	void closedServerLeavesNoProcess() {
		MariaDbServer server = MariaDbServer.start();
		server.close();
		assertThat(ProcessHandle.current()
			.descendants()
			.filter((process) -> process.info().commandLine().orElse("").contains("--port=" + server.port())))
			.isEmpty();
	}

}
