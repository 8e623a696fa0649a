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

package io.leaderelection.jdbc;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Statements about fences that all databases understand.
 */
abstract class CommonFenceSql implements FenceSql {

	static final String KEY = "namespace = ? AND election = ?";

	@Override
	public @Nullable String limitIdle(Duration idleLimit) {
		return null;
	}

	@Override
	public @Nullable String dropClaim() {
		return null;
	}

	@Override
	public boolean isExclusive() {
		return false;
	}

	@Override
	public BoundSql read(String namespace, String election) {
		return BoundSql.of(
				"SELECT f.fence_token, f.grant_id, f.lineage AS fence_lineage, i.fence_token AS intent,"
						+ " i.lineage AS intent_lineage FROM (SELECT 1) AS one"
						+ " LEFT JOIN leader_fence f ON f.namespace = ? AND f.election = ?"
						+ " LEFT JOIN leader_fence_intent i ON i.namespace = ? AND i.election = ?",
				namespace, election, namespace, election);
	}

	@Override
	public List<BoundSql> adoptLineage(String namespace, String election, String lineage) {
		return List.of(BoundSql.of("UPDATE leader_fence SET lineage = ? WHERE " + KEY, lineage, namespace, election),
				BoundSql.of("UPDATE leader_fence_intent SET lineage = ? WHERE " + KEY, lineage, namespace, election));
	}

}
