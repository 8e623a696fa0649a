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

package io.leaderelection.sample.demo;

import java.time.Duration;

/**
 * Run without a drill: whoever watches may kill and freeze workers, and those that ended
 * are started again.
 */
class Vigil {

	private static final Duration RESTART_DELAY = Duration.ofSeconds(5);

	private final Cluster cluster;

	private final Leash leash;

	private final Console console;

	Vigil(Cluster cluster, Leash leash, Console console) {
		this.cluster = cluster;
		this.leash = leash;
		this.console = console;
	}

	/**
	 * Keep the workers running.
	 * @throws RunEndedException when the run shall end
	 */
	void keep() {
		this.console.say("Disturb them as you like, with kill -9, -STOP and -CONT. Ctrl-C ends the demo.");
		while (!this.leash.isEnded()) {
			this.leash.pause(RESTART_DELAY);
			this.cluster.workers().stream().filter((worker) -> !worker.isAlive()).forEach(this.cluster::restart);
		}
	}

}
