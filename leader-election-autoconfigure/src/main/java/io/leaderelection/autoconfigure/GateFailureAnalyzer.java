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

package io.leaderelection.autoconfigure;

import io.leaderelection.InvalidElectionNameException;
import io.leaderelection.LeaderElectionException;
import io.leaderelection.gate.UnguardableBeanException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/**
 * {@link FailureAnalyzer} for methods that cannot be guarded, and for names that no
 * election can have.
 */
class GateFailureAnalyzer extends AbstractFailureAnalyzer<LeaderElectionException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, LeaderElectionException cause) {
		if (cause instanceof UnguardableBeanException unguardable) {
			return new FailureAnalysis(cause.getMessage(), unguardable.getRemedy(), cause);
		}
		if (cause instanceof InvalidElectionNameException invalid) {
			return new FailureAnalysis(cause.getMessage() + ".",
					"Correct the name '%s' where it is used, such as in @LeaderOnly.".formatted(invalid.getName()),
					cause);
		}
		return null;
	}

}
