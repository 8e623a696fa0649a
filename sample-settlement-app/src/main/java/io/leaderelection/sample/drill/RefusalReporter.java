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

package io.leaderelection.sample.drill;

import io.leaderelection.FencingToken;
import io.leaderelection.NotLeaderException;
import io.leaderelection.fencing.FencingException;
import io.leaderelection.fencing.StaleTokenException;
import io.leaderelection.sample.drill.DrillEvent.Kind;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ErrorHandler;

/**
 * Handler of the failures of scheduled jobs that tells who refused their work.
 */
class RefusalReporter implements ErrorHandler {

	private final DrillLog log;

	private final ErrorHandler delegate;

	RefusalReporter(DrillLog log, ErrorHandler delegate) {
		this.log = log;
		this.delegate = delegate;
	}

	@Override
	public void handleError(Throwable failure) {
		this.delegate.handleError(failure);
		StaleTokenException stale = refusalByFence(failure);
		if (stale != null) {
			tell(Kind.REFUSED_BY_FENCE, stale.getElection(), stale.getToken(), stale);
		}
		else if (failure instanceof NotLeaderException refused) {
			tell(Kind.REFUSED_LOCALLY, refused.getElection(), refused.getToken(), refused);
		}
		else if (failure instanceof FencingException fencing) {
			tell(Kind.FAILED, fencing.getElection(), fencing.getToken(), fencing);
		}
		else {
			tell(Kind.FAILED, null, null, failure);
		}
	}

	// The fence may refuse a transaction at its begin, which is told when the task ends:
	// by
	// then the task may have failed for its own reason, and the refusal is suppressed.
	private static @Nullable StaleTokenException refusalByFence(Throwable failure) {
		if (failure instanceof StaleTokenException stale) {
			return stale;
		}
		for (Throwable suppressed : failure.getSuppressed()) {
			if (suppressed instanceof StaleTokenException stale) {
				return stale;
			}
		}
		return null;
	}

	private void tell(Kind kind, @Nullable String election, @Nullable FencingToken token, Throwable failure) {
		this.log.tell(kind, (election != null) ? election : "", (token != null) ? token.term() : 0, failure.toString());
	}

}
