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

import java.time.Instant;

import io.leaderelection.actuate.TermDescription;
import io.leaderelection.coordinator.HistoryEntry;
import org.jspecify.annotations.Nullable;

/**
 * One term on the time line.
 *
 * @param term the term
 * @param kind how it came about
 * @param instance the holder, or {@code null} for a burned term
 * @param began when it began
 * @param ended when it ended, or {@code null} if it goes on or that is not known
 * @param noted whether the end was noted in the history, else this instance saw it
 * @param endReason why it ended, or {@code null}
 * @param by who ordered the beginning of a burned term or the end, or {@code null}
 * @param reason why it was ordered, or {@code null}
 */
record TermSpan(long term, HistoryEntry.Kind kind, @Nullable String instance, Instant began, @Nullable Instant ended,
		boolean noted, @Nullable String endReason, @Nullable String by, @Nullable String reason) {

	static TermSpan of(TermDescription term, @Nullable Instant seenEnd) {
		boolean noted = term.ended() != null;
		return new TermSpan(term.term(), term.kind(), term.instance(), term.began(), noted ? term.ended() : seenEnd,
				noted, term.endReason(), term.by(), term.reason());
	}

	boolean granted() {
		return this.kind == HistoryEntry.Kind.GRANTED;
	}

}
