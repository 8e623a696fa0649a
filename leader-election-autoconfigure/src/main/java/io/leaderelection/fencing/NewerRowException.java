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

/**
 * Exception thrown when a write found a row that bears a newer term than that of the
 * work, although the fence stands at the work's grant: the table is written under two
 * elections, or its election was renamed and the terms began anew. To go on under the
 * present election, set the column of all rows to zero while no leader writes:
 * {@code UPDATE the_table SET fence_token = 0}.
 */
public class NewerRowException extends FencingException {

	public NewerRowException(String table, FencedOperation operation, StoredGrant stored) {
		super("A row of '%s' bears a newer term: is the table written under two elections, or was its election renamed?"
			.formatted(table)
				+ " To go on under this one, run while no leader writes: UPDATE %s SET fence_token = 0"
					.formatted(table),
				operation, stored);
	}

}
