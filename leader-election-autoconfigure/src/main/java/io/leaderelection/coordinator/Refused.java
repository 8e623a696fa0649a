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

/**
 * Outcome of a call that the coordinator definitely refused; nothing changed.
 *
 * @param kind the kind of refusal
 * @param detail what the coordinator said, without credentials
 */
public record Refused(Kind kind, String detail)
		implements
			LineageOutcome,
			SessionOutcome,
			RenewalOutcome,
			CampaignOutcome,
			ReadOutcome,
			ChangeOutcome,
			ControlOutcome,
			HistoryOutcome {

	/**
	 * Kinds of refusals.
	 */
	public enum Kind {

		/**
		 * The credentials lack a permission or are wrong.
		 */
		DENIED,

		/**
		 * The coordinator is out of space.
		 */
		NO_SPACE,

		/**
		 * The request was invalid, which is a fault of this library or of a setting.
		 */
		INVALID

	}

}
