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

package io.leaderelection.sample.drill;

import java.time.Instant;
import java.util.Optional;

/**
 * Event that a worker tells in its log.
 *
 * @param kind what happened
 * @param election the election, empty if it concerns none
 * @param term the term, zero if it concerns none
 * @param at when it happened, by the worker's wall clock
 * @param detail a sentence for people
 */
public record DrillEvent(Kind kind, String election, long term, Instant at, String detail) {

	private static final String MARK = "@drill\t";

	private static final int FIELDS = 5;

	/**
	 * Return the event as one line.
	 * @return the line
	 */
	public String format() {
		return MARK + String.join("\t", this.kind.name(), this.election, Long.toString(this.term), this.at.toString(),
				this.detail.replaceAll("\\s+", " "));
	}

	/**
	 * Find an event in a line of a log.
	 * @param line the line
	 * @return the event, or empty if the line holds none
	 */
	public static Optional<DrillEvent> parse(String line) {
		int mark = line.indexOf(MARK);
		if (mark < 0) {
			return Optional.empty();
		}
		String[] fields = line.substring(mark + MARK.length()).split("\t", FIELDS);
		return Optional.of(new DrillEvent(Kind.valueOf(fields[0]), fields[1], Long.parseLong(fields[2]),
				Instant.parse(fields[3]), fields[4]));
	}

	/**
	 * Kinds of events.
	 */
	public enum Kind {

		/**
		 * The worker serves requests; the detail is its port.
		 */
		READY,

		/**
		 * The worker began to lead.
		 */
		GRANTED,

		/**
		 * The worker cannot tell whether it still leads.
		 */
		SUSPECTED,

		/**
		 * The worker leads after all.
		 */
		CONFIRMED,

		/**
		 * The worker's leadership ended.
		 */
		REVOKED,

		/**
		 * The worker goes on with a run that was not finished; the detail is its key and
		 * its progress.
		 */
		RESUMED,

		/**
		 * The worker holds a write back, after its local check and before it is sent.
		 */
		HELD,

		/**
		 * The worker refused work by itself.
		 */
		REFUSED_LOCALLY,

		/**
		 * The database refused the worker's write at the fence.
		 */
		REFUSED_BY_FENCE,

		/**
		 * A job failed for another reason.
		 */
		FAILED

	}

}
