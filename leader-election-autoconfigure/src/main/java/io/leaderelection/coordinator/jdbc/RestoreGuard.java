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

import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * Detector of a database that lost part of its past. The revision of a namespace only
 * grows, in the order of commits: an answer with a revision below the highest one that
 * was seen before the script was sent proves a restore, and so does another lineage, or
 * none at all.
 */
final class RestoreGuard {

	private volatile Mark mark = new Mark(0, 0, null);

	private final Consumer<String> onRestore;

	/**
	 * Create a guard.
	 * @param onRestore told the evidence, once per restore
	 */
	RestoreGuard(Consumer<String> onRestore) {
		this.onRestore = onRestore;
	}

	/**
	 * Return what is known now, to be kept from before a script is sent.
	 * @return the mark
	 */
	Mark mark() {
		return this.mark;
	}

	/**
	 * Return what is known now, for a script that is sent now on behalf of a call that
	 * was made earlier.
	 * @param called what was known when the call was made
	 * @return the mark
	 * @throws RestoredException if a restore was noticed meanwhile
	 */
	Mark current(Mark called) {
		Mark now = this.mark;
		if (!now.isSuccessorOf(called)) {
			throw new RestoredException("the call was made before a restore was noticed");
		}
		return now;
	}

	/**
	 * Check the namespace that an answer bears.
	 * @param sent what was known before the script was sent
	 * @param found the namespace, or {@code null} if there is none
	 * @return the namespace
	 * @throws RestoredException if it proves a restore
	 */
	NamespaceState check(Mark sent, @Nullable NamespaceState found) {
		if (!this.mark.isSuccessorOf(sent)) {
			throw new RestoredException("the database was restored while it was asked");
		}
		if (found == null) {
			throw restored(sent, null, "the namespace is not in the database any more");
		}
		if (sent.lineage() != null && !sent.lineage().equals(found.lineage())) {
			throw restored(sent, found,
					"the lineage in the database is '%s' instead of '%s'".formatted(found.lineage(), sent.lineage()));
		}
		if (found.revision() < sent.revision()) {
			throw restored(sent, found, "the database answered at revision %d after it had been at %d"
				.formatted(found.revision(), sent.revision()));
		}
		update(sent, (known) -> known.seen(found));
		return found;
	}

	/**
	 * Take note of a restore that something else than the namespace proves.
	 * @param evidence the evidence
	 */
	void prove(String evidence) {
		Mark known = this.mark;
		if (update(known, (current) -> new Mark(known.restores() + 1, 0, null))) {
			this.onRestore.accept(evidence);
		}
	}

	private RestoredException restored(Mark sent, @Nullable NamespaceState found, String evidence) {
		Mark fresh = (found != null) ? new Mark(sent.restores() + 1, found.revision(), found.lineage())
				: new Mark(sent.restores() + 1, 0, null);
		if (update(sent, (known) -> fresh)) {
			this.onRestore.accept(evidence);
		}
		return new RestoredException(evidence);
	}

	private synchronized boolean update(Mark sent, UnaryOperator<Mark> change) {
		boolean current = this.mark.isSuccessorOf(sent);
		if (current) {
			this.mark = change.apply(this.mark);
		}
		return current;
	}

	/**
	 * What is known of the namespace at a moment.
	 *
	 * @param restores how many restores were detected
	 * @param revision the highest revision seen
	 * @param lineage the lineage of the data, or {@code null} if not known yet
	 */
	record Mark(long restores, long revision, @Nullable String lineage) {

		private Mark seen(NamespaceState found) {
			return new Mark(this.restores, Math.max(this.revision, found.revision()), found.lineage());
		}

		private boolean isSuccessorOf(Mark earlier) {
			return this.restores == earlier.restores;
		}

	}

}
