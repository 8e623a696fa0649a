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

import java.util.List;

/**
 * What became of the rows of an import.
 *
 * @param rows how many rows were read, without the header and empty lines
 * @param stored how many payments were new
 * @param repeated how many were there already, with the same content
 * @param bad how many rows were refused
 * @param badRows the first rows that were refused, at most {@value #LISTED_ROWS}
 */
public record ImportReport(long rows, long stored, long repeated, long bad, List<BadRow> badRows) {

	/**
	 * Number of refused rows that a report lists.
	 */
	public static final int LISTED_ROWS = 1_000;

	public ImportReport {
		badRows = List.copyOf(badRows);
	}

	/**
	 * Row that was refused.
	 *
	 * @param line its line in the document, the header being line 1
	 * @param reason what is wrong with it
	 */
	public record BadRow(long line, String reason) {

	}

}
