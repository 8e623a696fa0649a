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
 * Reasons for which an instance does not campaign.
 */
public enum HoldBack {

	/**
	 * An operator paused the election.
	 */
	PAUSED,

	/**
	 * An eligibility check says that this instance cannot do the work.
	 */
	NOT_ELIGIBLE,

	/**
	 * This instance gave the leadership up a short while ago and lets others try.
	 */
	COOLING_DOWN,

	/**
	 * Raising a fence failed and this instance backs off so that another may try.
	 */
	SEAL_FAILED,

	/**
	 * The protected database remembers another lineage; an operator has to adopt it.
	 */
	FOREIGN_LINEAGE,

	/**
	 * The coordinator cannot be reached or refuses this instance.
	 */
	NO_COORDINATOR

}
