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

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

import io.leaderelection.FencingToken;
import io.leaderelection.jdbc.FenceSql;
import io.leaderelection.spi.SealOutcome;
import io.leaderelection.spi.SealRequest;
import org.jspecify.annotations.Nullable;

/**
 * Fence and intent of an election as a database has them.
 *
 * @param term the term that the fence stands at, 0 if there is no row
 * @param grantId the grant, or {@code null} if there is no row
 * @param lineage the lineage of the fence, or {@code null} if there is no row
 * @param intent the term that is intended, 0 if there is no row
 * @param intentLineage the lineage of the intent, or {@code null} if there is no row
 */
record StoredFence(long term, @Nullable String grantId, @Nullable String lineage, long intent,
		@Nullable String intentLineage) {

	/**
	 * Read fence and intent, without any lock.
	 * @param connection an open connection
	 * @param sql the dialect
	 * @param namespace the namespace
	 * @param election the name of the election
	 * @return what the database has
	 * @throws SQLException if the database refuses
	 */
	static StoredFence read(Connection connection, FenceSql sql, String namespace, String election)
			throws SQLException {
		try (PreparedStatement statement = sql.read(namespace, election).prepare(connection);
				ResultSet row = statement.executeQuery()) {
			row.next();
			return new StoredFence(row.getLong("fence_token"), row.getString("grant_id"),
					row.getString("fence_lineage"), row.getLong("intent"), row.getString("intent_lineage"));
		}
	}

	/**
	 * Return the outcome of a wish to raise this fence that is decided already.
	 * @param request the wish
	 * @param database the name of the database
	 * @return the outcome, or {@code null} if the fence is to be raised
	 */
	@Nullable SealOutcome judge(SealRequest request, String database) {
		FencingToken token = request.token();
		if (this.lineage != null && !this.lineage.equals(request.lineage())) {
			return new SealOutcome.ForeignLineage(this.lineage, database);
		}
		if (this.intentLineage != null && !this.intentLineage.equals(request.lineage())) {
			return new SealOutcome.ForeignLineage(this.intentLineage, database);
		}
		boolean sameGrant = this.term == token.term() && token.grantId().equals(this.grantId);
		if (this.term > token.term() || this.intent > token.term() || (this.term == token.term() && !sameGrant)) {
			boolean fence = this.term >= this.intent;
			return new SealOutcome.Ahead(fence ? this.term : this.intent, fence ? this.grantId : null, database);
		}
		return sameGrant ? new SealOutcome.Sealed(List.of(database)) : null;
	}

}
