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

package io.leaderelection.sample.reporting;

import java.time.LocalDate;

/**
 * What a merchant was paid on one day.
 *
 * @param day the day in UTC
 * @param merchant the merchant
 * @param currency the ISO 4217 code of the currency
 * @param payouts how many payouts there were
 * @param payments how many payments they settled
 * @param gross the sum of the payments in minor units
 * @param fee the fees in minor units
 * @param net what was paid out in minor units
 */
public record Statement(LocalDate day, String merchant, String currency, long payouts, long payments, long gross,
		long fee, long net) {

}
