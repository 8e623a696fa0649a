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

package io.leaderelection.sample.payment;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.leaderelection.sample.TestDatabase;
import io.leaderelection.sample.payment.ImportReport.BadRow;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Tests for {@link PaymentImport} on PostgreSQL. They run in a heap of 256 MB.
 */
class PaymentImportTests {

	private static final String HEADER = "id,merchant,amount,currency,captured_at\n";

	private final JdbcTemplate jdbc = TestDatabase.migrated().jdbc();

	private final PaymentImport paymentImport = new PaymentImport(new PaymentStore(this.jdbc),
			Clock.fixed(Instant.parse("2026-11-30T09:15:00Z"), ZoneOffset.UTC));

	@Test
	void storesTheRowsAndReportsBadOnesWithTheirLines() throws IOException {
		ImportReport report = run(HEADER + row(1, "baker,1250,EUR,2026-11-30T08:00:00Z") + row(2, "baker,12.5,EUR,")
				+ "\n" + row(3, "baker,100,EUR") + row(4, "baker,\"100,EUR,") + "not-a-uuid,,7,eur,\n"
				+ row(5, "\"butcher\",99,USD,") + row(6, "x".repeat(2000) + ",1,EUR,"));
		assertThat(report.rows()).isEqualTo(7);
		assertThat(report.stored()).isEqualTo(2);
		assertThat(report.bad()).isEqualTo(5);
		assertThat(report.badRows()).containsExactly(
				new BadRow(3, "amount must be a whole number of minor units from 1 to 1000000000000, but is '12.5'"),
				new BadRow(5, "has 4 fields instead of 5"),
				new BadRow(6, "has a quote that is not closed or is followed by text"),
				new BadRow(7,
						"id must be a UUID, but is 'not-a-uuid'; merchant is missing; "
								+ "currency must be an ISO 4217 code in capital letters, but is 'eur'"),
				new BadRow(9, "is longer than 1000 characters"));
		assertThat(this.jdbc.queryForList("SELECT merchant FROM payment ORDER BY id", String.class))
			.containsExactly("baker", "butcher");
	}

	@Test
	void countsRepeatedPaymentsAndStoresThemOnce() throws IOException {
		String csv = HEADER + row(1, "baker,1250,EUR,") + row(2, "baker,1,EUR,") + row(1, "baker,1250,EUR,");
		assertThat(run(csv)).isEqualTo(new ImportReport(3, 2, 1, 0, List.of()));
		assertThat(run(csv)).isEqualTo(new ImportReport(3, 0, 3, 0, List.of()));
		assertThat(count()).isEqualTo(2);
	}

	@Test
	void refusesAPaymentThatIsThereWithAnotherContent() throws IOException {
		run(HEADER + row(1, "baker,1250,EUR,"));
		ImportReport report = run(HEADER + row(2, "baker,5,EUR,") + row(1, "baker,1251,EUR,"));
		assertThat(report.stored()).isEqualTo(1);
		assertThat(report.badRows()).containsExactly(
				new BadRow(3, "payment " + id(1) + " is there already with another merchant, amount or currency"));
		assertThat(this.jdbc.queryForObject("SELECT amount FROM payment WHERE id = ?", Long.class, id(1)))
			.isEqualTo(1250);
	}

	@Test
	void refusesTheSecondOfTwoRowsThatContradictEachOther() throws IOException {
		ImportReport report = run(HEADER + row(1, "baker,1250,EUR,") + row(1, "baker,1251,EUR,"));
		assertThat(report.stored()).isEqualTo(1);
		assertThat(report.repeated()).isZero();
		assertThat(report.badRows()).extracting(BadRow::line).containsExactly(3L);
	}

	@Test
	void understandsWhatSpreadsheetsWrite() throws IOException {
		ImportReport report = run("\uFEFFid,merchant,amount,currency\r\n" + id(1) + ",baker, 7 ,EUR\r\n\r\n");
		assertThat(report).isEqualTo(new ImportReport(1, 1, 0, 0, List.of()));
	}

	@Test
	void refusesADocumentWithoutTheHeader() {
		assertThatExceptionOfType(InvalidImportException.class).isThrownBy(() -> run(row(1, "baker,1250,EUR,")))
			.withMessage("Line 1 must be the header id,merchant,amount,currency,captured_at"
					+ " (captured_at may be left out)");
		assertThatExceptionOfType(InvalidImportException.class).isThrownBy(() -> run(""))
			.withMessageContaining("is empty");
	}

	@Test
	void keepsWhatItStoredWhenTheDocumentBreaksOffAndGoesOnWhenRunAgain() throws IOException {
		String csv = HEADER + rows(0, 2500);
		Document document = new Document(Stream.of(csv.substring(0, csv.length() / 2)), true);
		assertThatIOException().isThrownBy(() -> this.paymentImport.run(document));
		int before = count();
		assertThat(before).isEqualTo(PaymentImport.BATCH_SIZE);
		assertThat(run(csv)).isEqualTo(new ImportReport(2500, 2500 - before, before, 0, List.of()));
	}

	@Test
	void importsAHundredThousandRowsAndManyBadOnesInBoundedMemory() throws IOException {
		assertThat(Runtime.getRuntime().maxMemory()).as("heap given to the tests").isLessThanOrEqualTo(256L << 20);
		Stream<String> rows = IntStream.range(0, 100)
			.mapToObj((chunk) -> rows(chunk * 1000, 1000) + "bad row\n".repeat(1000));
		Stream<String> lineThatDoesNotFitIntoTheHeap = IntStream.range(0, 300)
			.mapToObj((megabyte) -> "x".repeat(1 << 20));
		Document document = new Document(
				Stream.concat(Stream.of(HEADER), Stream.concat(rows, lineThatDoesNotFitIntoTheHeap)), false);
		long start = System.nanoTime();
		ImportReport report = this.paymentImport.run(document);
		Duration took = Duration.ofNanos(System.nanoTime() - start);
		assertThat(report.stored()).isEqualTo(100_000);
		assertThat(report.bad()).isEqualTo(100_001);
		assertThat(report.badRows()).hasSize(ImportReport.LISTED_ROWS);
		assertThat(count()).isEqualTo(100_000);
		assertThat(took).isLessThan(Duration.ofSeconds(50));
	}

	private ImportReport run(String csv) throws IOException {
		return this.paymentImport.run(stream(csv));
	}

	private int count() {
		Integer count = this.jdbc.queryForObject("SELECT count(*) FROM payment", Integer.class);
		return (count != null) ? count : 0;
	}

	private static InputStream stream(String text) {
		return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
	}

	private static String rows(int first, int count) {
		StringBuilder rows = new StringBuilder();
		IntStream.range(first, first + count).forEach((number) -> rows.append(row(number, "baker,1250,EUR,")));
		return rows.toString();
	}

	private static String row(long number, String rest) {
		return id(number) + "," + rest + "\n";
	}

	private static UUID id(long number) {
		return new UUID(0, number);
	}

	/**
	 * Document that is made while it is read.
	 */
	private static final class Document extends InputStream {

		private final Iterator<byte[]> chunks;

		private final boolean broken;

		private byte[] chunk = new byte[0];

		private int position;

		Document(Stream<String> chunks, boolean broken) {
			this.chunks = chunks.map((chunk) -> chunk.getBytes(StandardCharsets.UTF_8)).iterator();
			this.broken = broken;
		}

		@Override
		public int read() throws IOException {
			byte[] single = new byte[1];
			return (read(single, 0, 1) != -1) ? single[0] : -1;
		}

		@Override
		public int read(byte[] buffer, int offset, int length) throws IOException {
			while (this.position == this.chunk.length) {
				if (!this.chunks.hasNext()) {
					if (this.broken) {
						throw new IOException("Connection reset");
					}
					return -1;
				}
				this.chunk = this.chunks.next();
				this.position = 0;
			}
			int count = Math.min(length, this.chunk.length - this.position);
			System.arraycopy(this.chunk, this.position, buffer, offset, count);
			this.position += count;
			return count;
		}

	}

}
