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

package io.leaderelection.spi;

import java.time.Duration;

import io.leaderelection.FencingToken;

/**
 * Wish to raise the fences of an election.
 *
 * @param token the token to raise to: of a grant that was won, or of a burned term
 * @param lineage the identity of the coordinator's data
 * @param holder the identity of the instance that holds or burned the term
 * @param bound the longest time that sealing may take, over all databases
 */
public record SealRequest(FencingToken token, String lineage, String holder, Duration bound) {

}
