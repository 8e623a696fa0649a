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

package io.leaderelection.sample.payment;

import java.time.Instant;
import java.util.UUID;

/**
 * Payment that was captured and waits to be settled, or was settled.
 *
 * @param id the identifier given by whoever captured the payment; the same payment may
 * arrive several times
 * @param merchant the merchant who is owed the amount
 * @param amount the amount in minor units of the currency, at least 1
 * @param currency the ISO 4217 code of the currency
 * @param capturedAt when the payment was captured
 */
public record Payment(UUID id, String merchant, long amount, String currency, Instant capturedAt) {

}
