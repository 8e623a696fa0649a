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

package io.leaderelection.fencing;

import io.leaderelection.FencingToken;

/**
 * Exception thrown when a write carries another grant of an election than the transaction
 * that it takes part in: the grant that a transaction begins with holds until it ends.
 */
public class PinnedTransactionException extends FencingException {

	/**
	 * Create an exception.
	 * @param operation the operation
	 * @param pinned the token of the transaction, which stands in for the stored grant
	 */
	public PinnedTransactionException(FencedOperation operation, FencingToken pinned) {
		super("The transaction began under another grant", operation, new StoredGrant(pinned.term(), pinned.grantId()));
	}

}
