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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.leaderelection.sample.payment.ImportReport.BadRow;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Import of payments from CSV in UTF-8 with the header
 * {@code id,merchant,amount,currency,captured_at}, of which the last may be left out. The
 * document is read as a stream and stored batch by batch; bad rows are reported and do
 * not stop the others. An import that broke off is simply run again.
 */
@Component
public class PaymentImport {

	static final int BATCH_SIZE = 1_000;

	private static final List<String> HEADER = List.of("id", "merchant", "amount", "currency");

	private static final List<String> HEADER_WITH_TIME = List.of("id", "merchant", "amount", "currency", "captured_at");

	private static final CSVFormat FORMAT = CSVFormat.RFC4180.builder().setTrim(true).get();

	private final PaymentStore store;

	private final Clock clock;

	public PaymentImport(PaymentStore store, Clock clock) {
		this.store = store;
		this.clock = clock;
	}

	/**
	 * Import a document.
	 * @param csv the document, which is not closed
	 * @return the report
	 * @throws IOException if the document breaks off; the batches before are stored
	 */
	public ImportReport run(InputStream csv) throws IOException {
		BoundedLines lines = new BoundedLines(
				new BufferedReader(new InputStreamReader(csv, StandardCharsets.UTF_8), 1 << 16));
		int columns = readHeader(lines);
		Run run = new Run();
		for (String line = lines.next(); line != null; line = lines.next()) {
			if (!line.isBlank()) {
				run.add(lines.number(), line, columns);
			}
		}
		return run.finish();
	}

	private static int readHeader(BoundedLines lines) throws IOException {
		String line = lines.next();
		if (line == null) {
			throw new InvalidImportException(
					"The document is empty; it must begin with the header " + String.join(",", HEADER_WITH_TIME));
		}
		// Spreadsheets begin UTF-8 with a byte order mark.
		List<String> header = split(line.startsWith("\uFEFF") ? line.substring(1) : line);
		if (header == null || (!HEADER.equals(header) && !HEADER_WITH_TIME.equals(header))) {
			throw new InvalidImportException("Line 1 must be the header " + String.join(",", HEADER_WITH_TIME)
					+ " (captured_at may be left out)");
		}
		return header.size();
	}

	private static @Nullable List<String> split(String line) {
		try (CSVParser parser = FORMAT.parse(new StringReader(line))) {
			List<CSVRecord> records = parser.getRecords();
			return (records.size() == 1) ? records.get(0).toList() : null;
		}
		catch (IOException | UncheckedIOException | IllegalStateException ex) {
			return null;
		}
	}

	/**
	 * One import under way, which holds at most one batch of payments.
	 */
	private final class Run {

		private final List<Row> batch = new ArrayList<>(BATCH_SIZE);

		private final List<BadRow> badRows = new ArrayList<>();

		private long rows;

		private long stored;

		private long repeated;

		private long bad;

		void add(long number, String line, int columns) {
			this.rows++;
			if (line.length() > BoundedLines.MAXIMUM_LENGTH) {
				refuse(number, "is longer than " + BoundedLines.MAXIMUM_LENGTH + " characters");
				return;
			}
			List<String> fields = split(line);
			if (fields == null) {
				refuse(number, "has a quote that is not closed or is followed by text");
				return;
			}
			if (fields.size() != columns) {
				refuse(number, "has " + fields.size() + " fields instead of " + columns);
				return;
			}
			PaymentForm form = new PaymentForm(fields.get(0), fields.get(1), fields.get(2), fields.get(3),
					(columns > 4) ? fields.get(4) : null);
			try {
				this.batch.add(new Row(number, form.toPayment(PaymentImport.this.clock.instant())));
			}
			catch (InvalidPaymentException ex) {
				refuse(number, ex.toSentence());
			}
			if (this.batch.size() == BATCH_SIZE) {
				store();
			}
		}

		ImportReport finish() {
			store();
			this.badRows.sort(Comparator.comparingLong(BadRow::line));
			return new ImportReport(this.rows, this.stored, this.repeated, this.bad, this.badRows);
		}

		private void store() {
			Capture capture = PaymentImport.this.store.capture(this.batch.stream().map(Row::payment).toList());
			this.stored += capture.stored();
			this.repeated += capture.repeated();
			for (Row row : this.batch) {
				if (capture.conflicting().contains(row.payment())) {
					refuse(row.line(), "payment " + row.payment().id()
							+ " is there already with another merchant, amount or currency");
				}
			}
			this.batch.clear();
		}

		private void refuse(long line, String reason) {
			this.bad++;
			if (this.badRows.size() < ImportReport.LISTED_ROWS) {
				this.badRows.add(new BadRow(line, reason));
			}
		}

	}

	private record Row(long line, Payment payment) {

	}

}
