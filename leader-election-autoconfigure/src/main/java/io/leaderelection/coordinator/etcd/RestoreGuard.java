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

package io.leaderelection.coordinator.etcd;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import io.etcd.jetcd.api.ResponseHeader;
import org.jspecify.annotations.Nullable;

/**
 * Detector of a cluster that lost part of its past. A member that is restored under its
 * own name keeps the cluster id, but its revisions go back: an answer with a revision
 * below the highest one that was seen before the request was sent proves it. Only
 * linearizable reads and transactions count, as renewals and watches bear the revision of
 * a member that may lag. Another cluster id, or another lineage in the data, proves it
 * too.
 */
final class RestoreGuard {

	private volatile Mark mark = new Mark(0, 0, 0, null);

	private final Consumer<String> onRestore;

	/**
	 * Create a guard.
	 * @param onRestore told the evidence, once per restore
	 */
	RestoreGuard(Consumer<String> onRestore) {
		this.onRestore = onRestore;
	}

	/**
	 * Return what is known now, to be kept from before a request is sent.
	 * @return the mark
	 */
	Mark mark() {
		return this.mark;
	}

	/**
	 * Check the header of a linearizable read or a transaction.
	 * @param sent what was known before the request was sent
	 * @param header the header of the answer
	 * @throws RestoredException if it proves a restore
	 */
	void check(Mark sent, ResponseHeader header) {
		checkCluster(sent, header);
		if (header.getRevision() < sent.revision()) {
			throw restored(sent, header, null, "etcd answered at revision %d after it had been at %d"
				.formatted(header.getRevision(), sent.revision()));
		}
		update(sent, (known) -> known.seen(header));
	}

	/**
	 * Check the header of any other answer.
	 * @param sent what was known before the request was sent
	 * @param header the header of the answer
	 * @throws RestoredException if it proves a restore
	 */
	void checkCluster(Mark sent, ResponseHeader header) {
		if (!this.mark.isSuccessorOf(sent)) {
			throw new RestoredException("etcd was restored while it was asked");
		}
		if (sent.clusterId() != 0 && header.getClusterId() != sent.clusterId()) {
			throw restored(sent, header, null,
					"etcd answered as cluster %x instead of %x".formatted(header.getClusterId(), sent.clusterId()));
		}
		if (sent.clusterId() == 0) {
			update(sent, (known) -> known.in(header.getClusterId()));
		}
	}

	/**
	 * Check the lineage that an answer bears.
	 * @param sent what was known before the request was sent
	 * @param header the header of the answer
	 * @param lineage the lineage, or {@code null} if there is none
	 * @throws RestoredException if it proves a restore
	 */
	void checkLineage(Mark sent, ResponseHeader header, @Nullable String lineage) {
		if (sent.lineage() != null && !sent.lineage().equals(lineage)) {
			throw restored(sent, header, lineage,
					"the lineage in etcd is '%s' instead of '%s'".formatted(lineage, sent.lineage()));
		}
		if (lineage != null) {
			update(sent, (known) -> known.of(lineage));
		}
	}

	private RestoredException restored(Mark sent, ResponseHeader header, @Nullable String lineage, String evidence) {
		Mark fresh = new Mark(sent.restores() + 1, header.getRevision(), header.getClusterId(), lineage);
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
	 * What is known of the cluster at a moment.
	 *
	 * @param restores how many restores were detected
	 * @param revision the highest revision seen
	 * @param clusterId the identifier of the cluster, zero if not known yet
	 * @param lineage the lineage of the data, or {@code null} if not known yet
	 */
	record Mark(long restores, long revision, long clusterId, @Nullable String lineage) {

		private Mark seen(ResponseHeader header) {
			return new Mark(this.restores, Math.max(this.revision, header.getRevision()), header.getClusterId(),
					this.lineage);
		}

		private boolean isSuccessorOf(Mark earlier) {
			return this.restores == earlier.restores;
		}

		private Mark in(long cluster) {
			return new Mark(this.restores, this.revision, cluster, this.lineage);
		}

		private Mark of(String found) {
			return new Mark(this.restores, this.revision, this.clusterId, found);
		}

	}

}
