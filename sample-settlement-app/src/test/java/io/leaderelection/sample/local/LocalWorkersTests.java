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

package io.leaderelection.sample.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.sample.WorkerProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Tests for workers that share a file of H2, each in a process of its own.
 */
class LocalWorkersTests {

	private static final String SETTLED = "[1-9][\\d,]* payments settled by";

	@TempDir
	private Path directory;

	private String url;

	private WorkerProcess first;

	private WorkerProcess second;

	/**
	 * The first one leads and holds the file, the second one reaches the file through it.
	 */
	@BeforeEach
	void start() throws IOException {
		this.url = "jdbc:h2:file:" + this.directory.resolve("settlement") + ";AUTO_SERVER=TRUE;MODE=PostgreSQL";
		this.first = start(this.url);
		this.first.await(this.first.name() + " leads settlement in term 1");
		this.second = start(this.url);
		this.second.await(this.second.name() + " waits: " + this.first.name() + "\\S* leads settlement in term 1");
		this.first.await(SETTLED);
	}

	@AfterEach
	void stop() {
		this.second.close();
		this.first.close();
	}

	@Test
	void oneTakesOverWhenTheOtherThatHeldTheFileIsKilled() {
		this.first.kill();
		this.second.await(this.second.name() + " leads settlement in term 2");
		this.second.await(SETTLED);
		assertThat(terms()).isEqualTo(List.of(1L, 2L));
		assertSettledOnce();
	}

	@Test
	void oneTakesOverWhenTheOtherThatReachedTheFileThroughItIsKilled() throws Exception {
		this.first.resign("settlement");
		this.second.await(this.second.name() + " leads settlement in term 2");
		this.second.await(SETTLED);
		this.second.kill();
		this.first.await(this.first.name() + " leads settlement in term 3");
		assertSettledOnce();
	}

	@Test
	void oneTakesOverWhenTheOtherEndsAndAThirdOneMayJoin() throws IOException {
		this.first.terminate();
		assertThat(this.first.output()).noneMatch((line) -> line.contains("ERROR") || line.contains("WARN"));
		this.second.await(this.second.name() + " leads settlement in term 2");
		try (WorkerProcess third = start(this.url)) {
			third.await(third.name() + " waits: " + this.second.name() + "\\S* leads settlement in term 2");
			this.second.kill();
			third.await(third.name() + " leads settlement in term 3");
			third.await(SETTLED);
		}
		assertSettledOnce();
	}

	@Test
	void theFileIsServedOnTheLoopbackInterfaceOnly() throws IOException {
		Matcher server = Pattern.compile("server=.*:(\\d+)")
			.matcher(Files.readString(this.directory.resolve("settlement.lock.db")));
		assertThat(server.find()).isTrue();
		int port = Integer.parseInt(server.group(1));
		connect(InetAddress.getLoopbackAddress(), port);
		List<InetAddress> others = NetworkInterface.networkInterfaces()
			.flatMap(NetworkInterface::inetAddresses)
			.filter((address) -> !address.isLoopbackAddress())
			.toList();
		assertThat(others).allSatisfy((address) -> assertThatIOException().isThrownBy(() -> connect(address, port)));
	}

	private static void connect(InetAddress address, int port) throws IOException {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(address, port), 2000);
		}
	}

	private static WorkerProcess start(String url) throws IOException {
		return WorkerProcess.startLocal(url);
	}

	private List<Long> terms() {
		return jdbc().queryForList("SELECT DISTINCT fence_token FROM payout ORDER BY fence_token", Long.class);
	}

	// Every payout was booked once and settles the payments that name it, no others.
	private void assertSettledOnce() {
		JdbcTemplate jdbc = jdbc();
		assertThat(jdbc.queryForList("SELECT p.id FROM payout p WHERE p.payments <>"
				+ " (SELECT count(*) FROM payment WHERE payout_id = p.id)"
				+ " OR p.gross <> (SELECT sum(amount) FROM ledger_entry WHERE payout_id = p.id AND side = 'DEBIT')"))
			.isEmpty();
		assertThat(jdbc.queryForList("SELECT DISTINCT s.merchant FROM settlement_progress s WHERE s.payments <>"
				+ " (SELECT sum(payments) FROM payout p WHERE p.merchant = s.merchant AND p.currency = s.currency)"))
			.isEmpty();
		assertThat(jdbc.queryForList("SELECT state FROM leader_run", String.class)).contains("FINISHED");
	}

	private JdbcTemplate jdbc() {
		return new JdbcTemplate(new DriverManagerDataSource(this.url));
	}

}
