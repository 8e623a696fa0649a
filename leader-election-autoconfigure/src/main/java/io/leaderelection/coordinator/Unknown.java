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
 * Outcome of a call that was not answered in time or ended in a way that does not tell
 * whether the change was applied. It may still be applied later.
 *
 * @param detail what was seen, without credentials
 */
public record Unknown(String detail)
		implements
			LineageOutcome,
			SessionOutcome,
			RenewalOutcome,
			CampaignOutcome,
			ReadOutcome,
			ChangeOutcome,
			ControlOutcome,
			HistoryOutcome {

}
