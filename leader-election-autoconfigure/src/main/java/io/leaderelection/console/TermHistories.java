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

package io.leaderelection.console;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.leaderelection.actuate.ElectionDescription;
import io.leaderelection.actuate.ElectionDescription.LeaderDescription;
import io.leaderelection.actuate.ElectionDescription.PauseDescription;
import io.leaderelection.actuate.ElectionTerms;
import io.leaderelection.actuate.LeaderReports;
import io.leaderelection.coordinator.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * Histories of the elections, as they were last read. One is read again when this
 * instance has seen something change in the election, when it could not be read, and once
 * a minute. Lives on the thread of the loop.
 */
final class TermHistories {

	private static final int ALL_TERMS = 1200;

	private static final int FEWEST_TERMS = 5;

	private static final int MOST_TERMS = 60;

	private static final int QUESTIONS = 16;

	private static final Duration AGE = Duration.ofMinutes(1);

	private static final Duration RETRY = Duration.ofSeconds(2);

	private static final ElectionTerms NOT_READ = new ElectionTerms(List.of(), null);

	private final LeaderReports reports;

	private final EventLoop loop;

	private final Map<String, Read> reads = new HashMap<>();

	private int questions;

	TermHistories(LeaderReports reports, EventLoop loop) {
		this.reports = reports;
		this.loop = loop;
	}

	/**
	 * Return the terms that were last read, and have them read again if need be.
	 * @param election what is known of the election now
	 * @param elections the number of elections, which share what a page can show
	 * @return the terms
	 */
	ElectionTerms of(ElectionDescription election, int elections) {
		Read read = this.reads.computeIfAbsent(election.name(), (name) -> new Read());
		Key key = Key.of(election);
		long now = this.loop.nanoTime();
		if (!read.asking && this.questions < QUESTIONS && read.isDue(key, now)) {
			int terms = Math.max(FEWEST_TERMS, Math.min(MOST_TERMS, ALL_TERMS / elections));
			this.reports.terms(election.name(), terms)
				.whenComplete((answer, failure) -> this.loop.execute(() -> answered(read, answer, failure)));
			read.asking = true;
			read.asked = now;
			read.key = key;
			this.questions++;
		}
		return read.terms;
	}

	void retain(Set<String> elections) {
		this.reads.keySet().retainAll(elections);
	}

	private void answered(Read read, @Nullable ElectionTerms answer, @Nullable Throwable failure) {
		read.asking = false;
		this.questions--;
		String error = (answer != null) ? answer.error() : String.valueOf(failure);
		// What was read before is better than nothing.
		read.terms = (answer != null && error == null) ? answer : new ElectionTerms(read.terms.terms(), error);
	}

	/**
	 * What was read of one election.
	 */
	private static final class Read {

		private ElectionTerms terms = NOT_READ;

		private @Nullable Key key;

		private long asked;

		private boolean asking;

		private boolean isDue(Key present, long now) {
			long age = now - this.asked;
			return !present.equals(this.key) || age >= AGE.toNanos()
					|| (this.terms.error() != null && age >= RETRY.toNanos());
		}

	}

	/**
	 * What changes when the history does.
	 *
	 * @param term the latest term
	 * @param leader the leader
	 * @param paused the pause
	 */
	private record Key(long term, @Nullable LeaderDescription leader, @Nullable PauseDescription paused) {

		static Key of(ElectionDescription election) {
			return new Key(election.term(), election.leader(), election.paused());
		}

	}

}
