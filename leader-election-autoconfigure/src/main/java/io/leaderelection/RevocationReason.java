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
 * Reasons for which a term ended.
 */
public enum RevocationReason {

	/**
	 * The instance gave the leadership up by itself or on request.
	 */
	RESIGNED,

	/**
	 * The leadership was handed over to a named successor.
	 */
	TRANSFERRED,

	/**
	 * An operator paused the election.
	 */
	PAUSED,

	/**
	 * An operator forced the leader out.
	 */
	RELEASED,

	/**
	 * The local deadline passed without a confirmed renewal.
	 */
	EXPIRED,

	/**
	 * The coordinator said that the grant or its lease is gone.
	 */
	GONE,

	/**
	 * The coordinator was restored from a backup or replaced.
	 */
	RESTORED,

	/**
	 * An eligibility check said that this instance can no longer do the work.
	 */
	NOT_ELIGIBLE,

	/**
	 * The application shuts down or its engine was stopped.
	 */
	SHUTDOWN

}
