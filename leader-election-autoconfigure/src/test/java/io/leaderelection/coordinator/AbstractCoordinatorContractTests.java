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

package io.leaderelection.coordinator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Contract of {@link Coordinator}, which every implementation passes with its own
 * {@link CoordinatorHarness}. The contract is in the interfaces, by subject.
 */
public abstract class AbstractCoordinatorContractTests
		implements SessionContract, CampaignContract, TermEndContract, CandidacyContract, OperatorContract,
		HistoryContract, WatchContract, UnknownOutcomeContract, RestoreContract, InspectionContract {

	private CoordinatorHarness harness;

	@BeforeEach
	void setUpHarness() {
		this.harness = createHarness();
	}

	@AfterEach
	void closeHarness() {
		this.harness.close();
	}

	/**
	 * Create the harness of one test.
	 * @return the harness, whose namespace is empty
	 */
	protected abstract CoordinatorHarness createHarness();

	@Override
	public final CoordinatorHarness harness() {
		return this.harness;
	}

}
