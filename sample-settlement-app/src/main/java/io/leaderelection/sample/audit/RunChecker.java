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

package io.leaderelection.sample.audit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

import io.leaderelection.sample.audit.Violation.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Check of the runs in the record, fed with the accepted writes in the order of their
 * commits: each run that was begun is finished, and nothing writes to it after that.
 */
public class RunChecker implements Consumer<AcceptedWrite> {

	private static final String LEDGER = "leader_run";

	private static final String FINISHED = "FINISHED";

	private final Map<String, Run> runs = new LinkedHashMap<>();

	private final List<Violation> repetitions = new ArrayList<>();

	@Override
	public void accept(AcceptedWrite write) {
		if (write.relation().equals(LEDGER)) {
			write.rowKeys()
				.forEach((key) -> this.runs.computeIfAbsent(write.election() + " " + key, (id) -> new Run(key, write))
					.add(write, this.repetitions));
		}
	}

	/**
	 * Return how many runs were begun.
	 * @return the number of runs
	 */
	public long begun() {
		return this.runs.size();
	}

	/**
	 * Return how many runs were finished.
	 * @return the number of runs
	 */
	public long finished() {
		return all().stream().filter(Run::isFinished).count();
	}

	/**
	 * Return how many runs were begun by one leader and finished by a later one.
	 * @return the number of runs
	 */
	public long resumed() {
		return all().stream().filter(Run::isResumed).count();
	}

	/**
	 * Return what was found.
	 * @return the violations
	 */
	public List<Violation> violations() {
		List<Violation> violations = new ArrayList<>(this.repetitions);
		all().stream().filter((run) -> !run.isFinished()).map(Run::unfinished).forEach(violations::add);
		return violations;
	}

	private Collection<Run> all() {
		return this.runs.values();
	}

	private static Violation violation(Kind kind, String format, Object... arguments) {
		return new Violation(kind, String.format(Locale.ROOT, format, arguments));
	}

	/**
	 * One run, as far as the record tells.
	 */
	private static final class Run {

		private final String key;

		private final AcceptedWrite first;

		private AcceptedWrite last;

		private @Nullable AcceptedWrite end;

		Run(String key, AcceptedWrite first) {
			this.key = key;
			this.first = first;
			this.last = first;
		}

		void add(AcceptedWrite write, List<Violation> repetitions) {
			AcceptedWrite end = this.end;
			if (end != null) {
				repetitions.add(violation(Kind.RUN_REPEATED,
						"run %s was finished by term %d at position %d and written to again, by term %d, at position %d",
						this.key, end.term(), end.position(), write.term(), write.position()));
			}
			else if (write.operation().equals(FINISHED)) {
				this.end = write;
			}
			this.last = write;
		}

		boolean isFinished() {
			return this.end != null;
		}

		boolean isResumed() {
			AcceptedWrite end = this.end;
			return end != null && end.term() != this.first.term();
		}

		Violation unfinished() {
			return violation(Kind.RUN_UNFINISHED,
					"run %s was begun by term %d at position %d and not finished; term %d wrote to it last, at position %d",
					this.key, this.first.term(), this.first.position(), this.last.term(), this.last.position());
		}

	}

}
