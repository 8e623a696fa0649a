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

package io.leaderelection.coordinator.memory;

import java.time.Duration;

import io.leaderelection.coordinator.Refused;

/**
 * What goes wrong with one call of a client.
 */
public sealed interface Fault {

	/**
	 * The call goes well.
	 */
	record None() implements Fault {

	}

	/**
	 * The request does not reach the server.
	 */
	record LostRequest() implements Fault {

	}

	/**
	 * The server applies the call, and its answer is lost.
	 */
	record LostAnswer() implements Fault {

	}

	/**
	 * The server applies the call, and its answer comes later than usual, perhaps after
	 * the deadline of the call.
	 *
	 * @param delay how much later
	 */
	record LateAnswer(Duration delay) implements Fault {

	}

	/**
	 * The connection breaks, so that the outcome is unknown at once, and the server
	 * applies the call afterwards.
	 *
	 * @param delay how much later than usual the server applies it
	 */
	record LateCommit(Duration delay) implements Fault {

	}

	/**
	 * The request reaches the server twice, and the second answer is the one received.
	 */
	record RepeatedRequest() implements Fault {

	}

	/**
	 * The answer arrives twice.
	 */
	record RepeatedAnswer() implements Fault {

	}

	/**
	 * The server refuses the call and does not apply it.
	 *
	 * @param kind the kind of refusal
	 */
	record Refusal(Refused.Kind kind) implements Fault {

	}

}
