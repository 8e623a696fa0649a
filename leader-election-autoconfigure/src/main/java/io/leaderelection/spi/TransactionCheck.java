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

import io.leaderelection.FencingToken;

/**
 * Part that fences a transaction which was opened before guarded work began. The gate
 * calls it at entry, on the thread of the work.
 */
@FunctionalInterface
public interface TransactionCheck {

	/**
	 * If a transaction is active on this thread and touches a database that the token's
	 * election protects, check its fence at once and pin the token to it until
	 * completion; otherwise do nothing.
	 * @param token the token of the work
	 * @throws io.leaderelection.LeaderElectionException if the token is refused; the
	 * transaction was marked rollback-only
	 */
	void checkCurrentTransaction(FencingToken token);

}
