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

/**
 * Decision which calls of a client go wrong, and how.
 */
@FunctionalInterface
public interface FaultPlan {

	/**
	 * Plan in which every call goes well.
	 */
	FaultPlan NO_FAULTS = (operation) -> new Fault.None();

	/**
	 * Decide on the next call. Asked once a call, in the order in which they are sent.
	 * @param operation the operation called
	 * @return what goes wrong
	 */
	Fault next(Operation operation);

}
