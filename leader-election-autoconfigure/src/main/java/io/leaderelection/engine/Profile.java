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

package io.leaderelection.engine;

import io.leaderelection.ControlRequest;

/**
 * What stays the same about one election while the engine runs.
 *
 * @param election the name of the election
 * @param instance the identity of this instance, unique per start
 * @param nonce a random word, unique per start, that grant ids begin with
 * @param fenced whether the election protects a database
 * @param settings the settings
 * @param rules the rules of time and evidence
 */
record Profile(String election, String instance, String nonce, boolean fenced, ElectionSettings settings, Rules rules) {

	/**
	 * Return a grant id, unique because no two inputs of an engine have the same place.
	 * @param now the moment of the input
	 * @return the grant id
	 */
	String grantId(Moment now) {
		return this.nonce + "-" + Long.toHexString(now.sequence());
	}

	ControlRequest request(String reason) {
		return new ControlRequest(this.instance, reason);
	}

}
