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

import java.util.ArrayList;
import java.util.List;

import io.etcd.jetcd.api.ResponseHeader;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link RestoreGuard}.
 */
class RestoreGuardTests {

	private final List<String> restores = new ArrayList<>();

	private final RestoreGuard guard = new RestoreGuard(this.restores::add);

	@Test
	void revisionBelowTheOneSeenBeforeTheRequestProvesARestore() {
		this.guard.check(this.guard.mark(), header(1, 100));
		assertThatExceptionOfType(RestoredException.class)
			.isThrownBy(() -> this.guard.check(this.guard.mark(), header(1, 99)))
			.withMessage("etcd answered at revision 99 after it had been at 100");
		assertThat(this.restores).hasSize(1);
	}

	@Test
	void revisionSeenAfterTheRequestWasSentProvesNothing() {
		RestoreGuard.Mark sent = this.guard.mark();
		this.guard.check(this.guard.mark(), header(1, 100));
		assertThatNoException().isThrownBy(() -> this.guard.check(sent, header(1, 50)));
		assertThat(this.guard.mark().revision()).isEqualTo(100);
	}

	@Test
	void laggingMembersRenewalProvesNothing() {
		this.guard.check(this.guard.mark(), header(1, 100));
		assertThatNoException().isThrownBy(() -> this.guard.checkCluster(this.guard.mark(), header(1, 50)));
	}

	@Test
	void otherClusterProvesARestore() {
		this.guard.check(this.guard.mark(), header(1, 100));
		assertThatExceptionOfType(RestoredException.class)
			.isThrownBy(() -> this.guard.checkCluster(this.guard.mark(), header(2, 500)))
			.withMessage("etcd answered as cluster 2 instead of 1");
	}

	@Test
	void clusterIsKnownFromAnyAnswer() {
		this.guard.checkCluster(this.guard.mark(), header(1, 100));
		assertThat(this.guard.mark().revision()).isZero();
		assertThatExceptionOfType(RestoredException.class)
			.isThrownBy(() -> this.guard.checkCluster(this.guard.mark(), header(2, 100)));
	}

	@Test
	void otherOrMissingLineageProvesARestore() {
		RestoreGuard.Mark first = this.guard.mark();
		this.guard.checkLineage(first, header(1, 100), "original");
		assertThatExceptionOfType(RestoredException.class)
			.isThrownBy(() -> this.guard.checkLineage(this.guard.mark(), header(1, 101), "other"));
		assertThat(this.guard.mark().lineage()).isEqualTo("other");
		assertThatExceptionOfType(RestoredException.class)
			.isThrownBy(() -> this.guard.checkLineage(this.guard.mark(), header(1, 102), null));
	}

	@Test
	void lineageThatWasNotYetThereProvesNothing() {
		RestoreGuard.Mark early = this.guard.mark();
		this.guard.checkLineage(this.guard.mark(), header(1, 100), "original");
		assertThatNoException().isThrownBy(() -> this.guard.checkLineage(early, header(1, 99), null));
		assertThat(this.guard.mark().lineage()).isEqualTo("original");
	}

	@Test
	void restoreIsToldOnceAndAcceptedAfterwards() {
		this.guard.check(this.guard.mark(), header(1, 100));
		RestoreGuard.Mark sent = this.guard.mark();
		assertThatExceptionOfType(RestoredException.class).isThrownBy(() -> this.guard.check(sent, header(1, 40)));
		assertThatExceptionOfType(RestoredException.class).isThrownBy(() -> this.guard.check(sent, header(1, 41)));
		assertThat(this.restores).hasSize(1);
		assertThatNoException().isThrownBy(() -> this.guard.check(this.guard.mark(), header(1, 42)));
	}

	@Test
	void answerFromBeforeTheRestoreIsVoid() {
		RestoreGuard.Mark old = this.guard.mark();
		this.guard.check(this.guard.mark(), header(1, 100));
		assertThatExceptionOfType(RestoredException.class)
			.isThrownBy(() -> this.guard.check(this.guard.mark(), header(1, 40)));
		assertThatExceptionOfType(RestoredException.class).isThrownBy(() -> this.guard.check(old, header(1, 101)));
		assertThat(this.guard.mark().revision()).isEqualTo(40);
	}

	private static ResponseHeader header(long cluster, long revision) {
		return ResponseHeader.newBuilder().setClusterId(cluster).setRevision(revision).build();
	}

}
