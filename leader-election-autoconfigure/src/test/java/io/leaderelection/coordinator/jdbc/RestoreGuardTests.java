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

import java.util.ArrayList;
import java.util.List;

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
	void revisionBelowTheOneSeenBeforeTheScriptProvesARestore() {
		this.guard.check(this.guard.mark(), new NamespaceState(100, "lineage"));
		assertThatExceptionOfType(RestoredException.class)
			.isThrownBy(() -> this.guard.check(this.guard.mark(), new NamespaceState(99, "lineage")))
			.withMessage("the database answered at revision 99 after it had been at 100");
		assertThat(this.restores).hasSize(1);
	}

	@Test
	void revisionSeenAfterTheScriptWasSentProvesNothing() {
		RestoreGuard.Mark sent = this.guard.mark();
		this.guard.check(this.guard.mark(), new NamespaceState(100, "lineage"));
		assertThatNoException().isThrownBy(() -> this.guard.check(sent, new NamespaceState(50, "lineage")));
		assertThat(this.guard.mark().revision()).isEqualTo(100);
	}

	@Test
	void otherLineageProvesARestore() {
		this.guard.check(this.guard.mark(), new NamespaceState(100, "original"));
		assertThatExceptionOfType(RestoredException.class)
			.isThrownBy(() -> this.guard.check(this.guard.mark(), new NamespaceState(200, "other")))
			.withMessage("the lineage in the database is 'other' instead of 'original'");
		assertThat(this.guard.mark().lineage()).isEqualTo("other");
	}

	@Test
	void namespaceThatIsGoneProvesARestore() {
		this.guard.check(this.guard.mark(), new NamespaceState(100, "original"));
		assertThatExceptionOfType(RestoredException.class).isThrownBy(() -> this.guard.check(this.guard.mark(), null));
		assertThat(this.guard.mark().lineage()).isNull();
		assertThat(this.guard.mark().revision()).isZero();
	}

	@Test
	void restoreIsToldOnceAndVoidsWhatWasSentBefore() {
		this.guard.check(this.guard.mark(), new NamespaceState(100, "lineage"));
		RestoreGuard.Mark sent = this.guard.mark();
		assertThatExceptionOfType(RestoredException.class)
			.isThrownBy(() -> this.guard.check(sent, new NamespaceState(10, "lineage")));
		assertThatExceptionOfType(RestoredException.class)
			.isThrownBy(() -> this.guard.check(sent, new NamespaceState(11, "lineage")));
		assertThatExceptionOfType(RestoredException.class)
			.isThrownBy(() -> this.guard.check(sent, new NamespaceState(500, "lineage")));
		assertThatExceptionOfType(RestoredException.class).isThrownBy(() -> this.guard.current(sent));
		assertThat(this.restores).hasSize(1);
		assertThatNoException()
			.isThrownBy(() -> this.guard.check(this.guard.mark(), new NamespaceState(11, "lineage")));
	}

}
