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

package io.leaderelection.fencing.jdbc;

import java.time.Duration;
import java.util.List;

/**
 * Meters that note what they are told.
 */
record RecordingMeters(List<String> notes) implements FenceMeters {

	@Override
	public void writeFenced(String election, String database) {
		this.notes.add("fenced " + election + " " + database);
	}

	@Override
	public void rejectedLocally(String election, String database) {
		this.notes.add("rejected locally " + election + " " + database);
	}

	@Override
	public void rejectedByFence(String election, String database) {
		this.notes.add("rejected by fence " + election + " " + database);
	}

	@Override
	public void sealed(String election, String database, Duration elapsed) {
		this.notes.add("sealed " + election + " " + database);
	}

	@Override
	public void intentNeeded(String election, String database) {
		this.notes.add("intent needed " + election + " " + database);
	}

	@Override
	public void sessionTerminated(String election, String database) {
		this.notes.add("terminated " + election + " " + database);
	}

	@Override
	public void sessionNotTerminated(String election, String database) {
		this.notes.add("not terminated " + election + " " + database);
	}

}
