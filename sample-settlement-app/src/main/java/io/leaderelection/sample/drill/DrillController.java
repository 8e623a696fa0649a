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

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.LeaderElections;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Orders of whoever leads the drill.
 */
@RestController
@ConditionalOnBooleanProperty("settlement.drill.enabled")
@RequestMapping("/drill")
class DrillController {

	private static final Duration COOL_DOWN = Duration.ofSeconds(5);

	private final HoldPoint holdPoint;

	private final LeaderElections elections;

	DrillController(HoldPoint holdPoint, LeaderElections elections) {
		this.holdPoint = holdPoint;
		this.elections = elections;
	}

	@PostMapping("/hold")
	void hold() {
		this.holdPoint.arm();
	}

	@PostMapping("/release")
	void release() {
		this.holdPoint.release();
	}

	@PostMapping("/resign/{election}")
	CompletableFuture<Void> resign(@PathVariable String election) {
		return this.elections.get(election).resign(COOL_DOWN);
	}

}
