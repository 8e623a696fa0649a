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
import java.time.Instant;

import io.leaderelection.FencingToken;
import io.leaderelection.LeaderState;
import org.jspecify.annotations.Nullable;

/**
 * Change of an instance's state in an election.
 *
 * @param election the name of the election
 * @param from the state before
 * @param to the state after
 * @param token the token of the term concerned, or {@code null}
 * @param reason a short stable word for what caused it, such as {@code won},
 * {@code sealed}, {@code expired}, {@code renewal-late}
 * @param detail a sentence for people
 * @param took how long the state before lasted
 * @param at when it happened, by the wall clock
 */
public record Transition(String election, LeaderState from, LeaderState to, @Nullable FencingToken token, String reason,
		String detail, Duration took, Instant at) {

}
