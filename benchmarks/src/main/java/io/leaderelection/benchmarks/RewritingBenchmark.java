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

package io.leaderelection.benchmarks;

import java.util.concurrent.TimeUnit;

import io.leaderelection.fencing.jdbc.sql.Guard;
import io.leaderelection.fencing.jdbc.sql.GuardedStatement;
import io.leaderelection.fencing.jdbc.sql.SqlAnalyzer;
import io.leaderelection.jdbc.FenceColumn;
import io.leaderelection.jdbc.LexicalRules;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time to find the places in a statement and to put the guard in.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class RewritingBenchmark {

	private static final int TEXTS = 4096;

	private static final String CHECK = "EXISTS (SELECT 1 FROM leader_fence WHERE namespace = 'benchmark'"
			+ " AND election = 'benchmark' AND fence_token = 42 AND grant_id = '035e1140b4193f3c-bc' FOR SHARE)";

	/**
	 * The statement.
	 */
	@Param({ "UPDATE account SET amount = ? WHERE id = ?",
			"WITH due AS (SELECT id FROM payment WHERE status = 'CAPTURED' ORDER BY captured_at LIMIT ?) UPDATE payment p"
					+ " SET status = 'SETTLED', settled_at = now() /* one batch */ FROM due WHERE due.id = p.id"
					+ " AND p.currency IN ('EUR', 'GBP', 'it''s ?') RETURNING p.id, p.amount" })
	public String sql = "";

	private final Guard guard = new Guard(42, FenceColumn.NOT_NULL, CHECK);

	private final SqlAnalyzer analyzer = new SqlAnalyzer(LexicalRules.STANDARD);

	private int next;

	/**
	 * A statement that was seen before.
	 * @return the text
	 */
	@Benchmark
	public String cached() {
		return ((GuardedStatement) this.analyzer.analyze(this.sql)).render(this.guard);
	}

	/**
	 * A statement that is not in the cache, as more than it holds came in between.
	 * @return the text
	 */
	@Benchmark
	public String uncached() {
		this.next = (this.next + 1) % TEXTS;
		return ((GuardedStatement) this.analyzer.analyze(this.sql + " -- " + this.next)).render(this.guard);
	}

}
