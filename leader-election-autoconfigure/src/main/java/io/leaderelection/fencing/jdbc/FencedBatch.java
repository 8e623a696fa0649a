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

package io.leaderelection.fencing.jdbc;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.FencingToken;
import io.leaderelection.fencing.FencedOperation;
import io.leaderelection.fencing.NoFencingTokenException;
import org.jspecify.annotations.Nullable;

/**
 * Batch of writes, which one check in its transaction fences.
 */
final class FencedBatch {

	private final ConnectionFence fence;

	private final List<Entry> entries = new ArrayList<>();

	FencedBatch(ConnectionFence fence) {
		this.fence = fence;
	}

	void add(FencedWrite write, FencingToken token, StatementParameters parameters) {
		this.entries.add(new Entry(write, token, parameters));
	}

	void clear() {
		this.entries.clear();
	}

	/**
	 * Execute the batch, which is empty afterwards.
	 * @param call the call that executes it
	 * @return the counts
	 * @throws Throwable whatever the execution throws, or the refusal
	 */
	@Nullable Object execute(Execution.Call call) throws Throwable {
		if (this.entries.isEmpty()) {
			return call.run();
		}
		List<Entry> batch = List.copyOf(this.entries);
		String sql = batch.get(0).write.sql();
		FencingToken token = this.fence.requireToken(sql);
		for (Entry entry : batch) {
			requireSame(this.fence, token, entry.token, entry.write.sql());
		}
		Object counts = this.fence.isAutoCommit()
				? ShortTransaction.execute(this.fence, () -> checkAndRun(batch, token, call))
				: checkAndRun(batch, token, call);
		batch.forEach((entry) -> this.fence.accepted(token));
		return counts;
	}

	private @Nullable Object checkAndRun(List<Entry> batch, FencingToken token, Execution.Call call) throws Throwable {
		FencedWrite first = batch.get(0).write;
		this.fence.check(token, first.sql());
		this.fence.requireToken(first.sql());
		Object counts = run(first, token, call);
		for (int i = 0; i < batch.size(); i++) {
			// Counts below zero tell nothing.
			if (count(counts, i) == 0) {
				batch.get(i).write.refuseNewerRows(token, batch.get(i).parameters);
			}
		}
		return counts;
	}

	private @Nullable Object run(FencedWrite first, FencingToken token, Execution.Call call) throws Throwable {
		try {
			return call.run();
		}
		catch (SQLException ex) {
			throw first.translate(ex, token);
		}
		finally {
			// Not before: what was refused is still in the driver's batch.
			this.entries.clear();
		}
	}

	private static long count(@Nullable Object counts, int index) {
		if (counts instanceof int[] ints) {
			return (index < ints.length) ? ints[index] : Statement.SUCCESS_NO_INFO;
		}
		if (counts instanceof long[] longs) {
			return (index < longs.length) ? longs[index] : Statement.SUCCESS_NO_INFO;
		}
		return Statement.SUCCESS_NO_INFO;
	}

	/**
	 * Require that a statement was prepared under the grant that it is executed under.
	 * @param fence the fence
	 * @param token the token of the execution
	 * @param prepared the token of the preparation
	 * @param sql the statement
	 * @throws SQLException if the connection fails
	 */
	static void requireSame(ConnectionFence fence, FencingToken token, FencingToken prepared, String sql)
			throws SQLException {
		if (!token.equals(prepared)) {
			throw fence.veto(new NoFencingTokenException("The statement was prepared under another grant, " + prepared,
					FencedOperation.of(token, sql)));
		}
	}

	private record Entry(FencedWrite write, FencingToken token, StatementParameters parameters) {

	}

}
