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

package io.leaderelection.gate;

import java.lang.reflect.Method;

import io.leaderelection.LeaderOnly;

/**
 * Method that runs only while this instance leads.
 *
 * @param method the method of the target class
 * @param election the name of its election
 * @param otherwise what to do with a call while this instance does not lead
 * @param interruptOnRevocation whether to interrupt a running call when its term is over
 * @param result how calls are made, according to the type of the result
 */
record GuardedMethod(Method method, ElectionNameTemplate election, LeaderOnly.OtherwiseBehavior otherwise,
		boolean interruptOnRevocation, GuardedResult result) {

	boolean skips() {
		return this.otherwise == LeaderOnly.OtherwiseBehavior.SKIP;
	}

}
