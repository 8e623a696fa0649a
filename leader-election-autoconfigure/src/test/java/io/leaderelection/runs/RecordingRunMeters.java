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

package io.leaderelection.runs;

import java.time.Duration;
import java.util.List;

/**
 * Observer that writes down what it is told.
 */
record RecordingRunMeters(List<String> told) implements RunMeters {

	@Override
	public void began(String election, Attempt kind) {
		this.told.add("began " + election + " " + kind);
	}

	@Override
	public void duplicate(String election) {
		this.told.add("duplicate " + election);
	}

	@Override
	public void failed(String election) {
		this.told.add("failed " + election);
	}

	@Override
	public void finished(String election, Duration elapsed) {
		this.told.add("finished " + election);
	}

	@Override
	public void pruned(String election, int count) {
		this.told.add("pruned " + election + " " + count);
	}

}
