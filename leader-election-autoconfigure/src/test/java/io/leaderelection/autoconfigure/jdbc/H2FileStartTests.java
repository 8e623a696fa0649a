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

package io.leaderelection.autoconfigure.jdbc;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.stream.Stream;

import io.leaderelection.autoconfigure.StartUpFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for the start of applications whose database is a file of H2.
 */
@ExtendWith(OutputCaptureExtension.class)
class H2FileStartTests {

	private static final String OPEN = "is a file of H2 that one process alone can open";

	@TempDir
	private Path folder;

	@ParameterizedTest
	@CsvSource({ "'', true", "';MODE=PostgreSQL', true", "';AUTO_SERVER=TRUE', false",
			"';auto_server=true;MODE=PostgreSQL', false" })
	void fileThatOneProcessAloneCanOpenIsWarnedOf(String settings, boolean warned, CapturedOutput output) {
		String url = url() + settings;
		createPayments(url);
		try (ConfigurableApplicationContext worker = start(url)) {
			assertThat(worker.isActive()).isTrue();
		}
		assertThat(output.getOut().contains(OPEN)).isEqualTo(warned);
		if (warned) {
			assertThat(output).contains("(DataSource 'dataSource') " + OPEN).contains("add ';AUTO_SERVER=TRUE'");
		}
	}

	@ParameterizedTest
	@CsvSource({ "jdbc:h2:~/payments, true", "jdbc:h2:./payments;AUTO_SERVER=FALSE, true",
			"jdbc:h2:file:/data/payments, true", "jdbc:h2:tcp://db/payments, false", "jdbc:h2:ssl://db/payments, false",
			"jdbc:h2:mem:payments, false", "jdbc:postgresql://db/payments, false", ", false" })
	void urlTellsWhetherProcessesShare(String url, boolean unshared) {
		assertThat(PrivateDatabase.isUnsharedFile(url)).isEqualTo(unshared);
	}

	@Test
	void fileThatAnotherProcessHoldsIsExplained(CapturedOutput output) throws IOException {
		createPayments(url());
		try (FileChannel file = open(); FileLock lock = file.lock()) {
			try (ConfigurableApplicationContext worker = start(url())) {
				assertThat(worker.isActive()).isTrue();
				assertThat(output).contains("Cannot use the database that decides who leads")
					.contains("Another process has opened the file for itself: add ';AUTO_SERVER=TRUE' to the URL");
			}
			assertThat(lock.isValid()).isTrue();
		}
	}

	@Test
	void startThatFailsForAFileThatAnotherProcessHoldsIsExplained() throws IOException {
		createPayments(url());
		Path script = Files.writeString(this.folder.resolve("schema.sql"), "SELECT 1");
		try (FileChannel file = open(); FileLock lock = file.lock()) {
			Throwable failure = catchThrowable(() -> start(url(), "--spring.sql.init.mode=always",
					"--spring.sql.init.schema-locations=" + script.toUri())
				.close());
			assertThat(failure).isNotNull();
			assertThat(lock.isValid()).isTrue();
			FailureAnalysis analysis = StartUpFailure.analyze(failure);
			assertThat(analysis).isNotNull();
			assertThat(analysis.getDescription()).contains("Another process has opened the file of the H2 database")
				.contains(this.folder.resolve("payments").toString())
				.doesNotContain("\n");
			assertThat(analysis.getAction()).contains("Add ';AUTO_SERVER=TRUE' to the URL");
		}
	}

	@Test
	void otherErrorsAreLeftToOthers() {
		assertThat(new HeldFileFailureAnalyzer()
			.analyze(new IllegalStateException(new SQLException("of another database", "90020", 90020)))).isNull();
	}

	private String url() {
		return "jdbc:h2:file:" + this.folder.resolve("payments");
	}

	private FileChannel open() throws IOException {
		return FileChannel.open(this.folder.resolve("payments.mv.db"), StandardOpenOption.READ,
				StandardOpenOption.WRITE);
	}

	private static ConfigurableApplicationContext start(String url, String... arguments) {
		return JdbcSettlementTests.start("h2-file", url, "sa", "secret",
				Stream.concat(Stream.of("--leader-election.jdbc.initialize-schema=always"), Stream.of(arguments))
					.toArray(String[]::new));
	}

	private static void createPayments(String url) {
		new JdbcTemplate(new DriverManagerDataSource(url, "sa", "secret"))
			.execute("CREATE TABLE IF NOT EXISTS payment (id BIGINT PRIMARY KEY)");
	}

}
