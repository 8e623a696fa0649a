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

import io.leaderelection.coordinator.LeaderRecord;
import org.jspecify.annotations.Nullable;

/**
 * Term that was won, announced or not.
 *
 * @param record the record of the grant
 * @param won when this instance learned of it
 * @param unsealedSince when a fence was reported that does not stand at it any more, or
 * {@code null}
 */
record Holding(LeaderRecord record, Moment won, @Nullable Moment unsealedSince) {

	Holding(LeaderRecord record, Moment won) {
		this(record, won, null);
	}

	Holding withUnsealedSince(@Nullable Moment since) {
		return new Holding(this.record, this.won, since);
	}

}
