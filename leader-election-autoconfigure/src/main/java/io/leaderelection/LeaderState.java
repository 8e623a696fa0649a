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

package io.leaderelection;

/**
 * States of an instance in one election.
 */
public enum LeaderState {

	/**
	 * The engine does not run.
	 */
	STOPPED,

	/**
	 * Another instance leads, or nobody does and this instance holds back.
	 */
	FOLLOWER,

	/**
	 * An attempt to win the next term is under way.
	 */
	CAMPAIGNING,

	/**
	 * The term was won but is not announced: the fences of the protected databases are
	 * being raised.
	 */
	SEALING,

	/**
	 * This instance leads; guarded work may start.
	 */
	LEADER,

	/**
	 * This instance cannot tell whether it still leads. No guarded work starts and no
	 * fenced write leaves until a renewal and a read confirm the grant.
	 */
	SUSPECT,

	/**
	 * The leadership is being given up. No guarded work starts; what runs may finish with
	 * its captured token.
	 */
	DRAINING

}
