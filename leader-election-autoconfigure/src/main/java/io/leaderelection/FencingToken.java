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

package io.leaderelection;

/**
 * Proof of a leadership that a resource can judge. The {@code term} is handed out by the
 * coordinator, atomically, and only grows; the {@code grantId} tells two holders apart
 * even if a broken coordinator hands the same term out twice. Every write, message and
 * outside call of guarded work carries the token that the work captured when it began.
 *
 * @param election the name of the election
 * @param term the term, at least 1
 * @param grantId the unique identifier of the grant
 */
public record FencingToken(String election, long term, String grantId) {

	public FencingToken {
		ElectionName.requireValid(election);
		if (term < 1) {
			throw new IllegalArgumentException("'term' must be at least 1, but is " + term);
		}
		if (grantId.isBlank()) {
			throw new IllegalArgumentException("'grantId' must not be blank");
		}
	}

	@Override
	public String toString() {
		return this.election + "#" + this.term + "(" + this.grantId + ")";
	}

}
