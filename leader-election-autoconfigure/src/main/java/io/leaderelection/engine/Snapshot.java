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

package io.leaderelection.engine;

import io.leaderelection.Revocation;
import org.jspecify.annotations.Nullable;

/**
 * What other threads see of an election: one immutable value, replaced as a whole.
 *
 * @param state the state
 * @param term the term that was announced and has not ended, or {@code null}
 * @param open until when guarded work may start, or {@code null} if it may not
 * @param valid until when work of the term may go on, or {@code null} if it may not
 * @param lastRevocation the end of the last term held here, or {@code null}
 * @param lastError the last error met, or {@code null}
 */
record Snapshot(ElectionState state, @Nullable GrantedTerm term, @Nullable Deadline open, @Nullable Deadline valid,
		@Nullable Revocation lastRevocation, @Nullable String lastError) {

	static final Snapshot STOPPED = new Snapshot(ElectionState.INITIAL, null, null, null, null, null);

	static Snapshot of(ElectionState state, @Nullable GrantedTerm term, @Nullable Revocation lastRevocation,
			@Nullable String lastError) {
		Lease lease = state.lease();
		Deadline valid = (term != null && lease != null && state.suspicion() == null) ? lease.deadline() : null;
		Deadline open = (state.phase() instanceof Phase.Leading) ? valid : null;
		return new Snapshot(state, term, open, valid, lastRevocation, lastError);
	}

}
