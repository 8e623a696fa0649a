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

package io.leaderelection.sample.audit;

import java.util.List;

/**
 * Statement of a guarded task whose transaction was committed.
 *
 * @param position the position of its transaction in the order of commits
 * @param election the election
 * @param term the term that the transaction named
 * @param grantId the grant that the transaction named
 * @param holder the name of the session, which tells the process
 * @param relation the table
 * @param operation {@code INSERT} or {@code UPDATE}
 * @param rowKeys the keys of the rows that were written
 * @param lowestStamp the lowest fence token that the rows were stamped with
 * @param highestStamp the highest fence token that the rows were stamped with
 */
public record AcceptedWrite(long position, String election, long term, String grantId, String holder, String relation,
		String operation, List<String> rowKeys, long lowestStamp, long highestStamp) {

	public AcceptedWrite {
		rowKeys = List.copyOf(rowKeys);
	}

}
