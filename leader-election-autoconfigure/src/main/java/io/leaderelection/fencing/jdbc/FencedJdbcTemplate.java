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
import java.sql.SQLException;

import javax.sql.DataSource;

import io.leaderelection.FencingToken;
import io.leaderelection.context.GuardedCall;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.SQLExceptionTranslator;

/**
 * Template whose writes are accepted by the database only if they carry the token of the
 * current leader. The token is the one that the guarded call on the current thread
 * captured when it began.
 * <ul>
 * <li>Each write first asks the leadership whether it still holds, then the fence in the
 * database, which cannot be raised before the write is committed.
 * <li>Rows of tables with a column {@code fence_token} are stamped with the term, and
 * rows that bear a newer one are left alone.
 * <li>Writes without a token, statements that cannot be fenced and stale tokens are
 * refused by exceptions that extend {@link io.leaderelection.fencing.FencingException}; a
 * transaction around is marked rollback-only.
 * <li>Reads pass, with or without a token. A SELECT that calls a function which writes is
 * a read for the template: call {@link #assertCurrent()} before it.
 * <li>Everything that is built on the template is fenced as well: {@code JdbcClient},
 * {@code NamedParameterJdbcTemplate}, {@code SimpleJdbcInsert}, callbacks, batches. For
 * writes that need no fence there is {@link #unfenced()}.
 * </ul>
 */
public class FencedJdbcTemplate extends JdbcTemplate {

	private final JdbcFencing fencing;

	private final FencedDatabase database;

	private final TokenResolver tokens;

	/**
	 * Create a template that takes the token of the only election on the current thread
	 * which protects the database.
	 * @param fencing the fencing
	 * @param database the database
	 */
	public FencedJdbcTemplate(JdbcFencing fencing, FencedDatabase database) {
		this(fencing, database, null);
	}

	private FencedJdbcTemplate(JdbcFencing fencing, FencedDatabase database, @Nullable String election) {
		super(new FencingDataSource(fencing, database, election));
		this.fencing = fencing;
		this.database = database;
		this.tokens = new TokenResolver(fencing, database, election);
	}

	/**
	 * Return a template with the same settings that is fenced by one election, for
	 * threads that work for several which protect the same database.
	 * @param election the name of the election
	 * @return the template
	 */
	public FencedJdbcTemplate forElection(String election) {
		FencedJdbcTemplate template = new FencedJdbcTemplate(this.fencing, this.database, election);
		copySettings(template);
		return template;
	}

	/**
	 * Return a template with the same settings whose writes no fence judges.
	 * @return the template
	 */
	public JdbcTemplate unfenced() {
		JdbcTemplate template = new JdbcTemplate(this.database.dataSource());
		copySettings(template);
		return template;
	}

	/**
	 * Return the token that a write of the current thread would carry at this moment.
	 * @return the token
	 * @throws io.leaderelection.fencing.FencingException if the thread has none, or
	 * several
	 * @throws io.leaderelection.NotLeaderException if the leadership does not hold
	 */
	public FencingToken currentToken() {
		GuardedCall call = this.tokens.resolve(null);
		call.leadership().ensureValid();
		return call.token();
	}

	/**
	 * Return the database that is written to.
	 * @return the database
	 */
	public FencedDatabase getDatabase() {
		return this.database;
	}

	/**
	 * Return the namespace of the fences.
	 * @return the namespace
	 */
	public String getNamespace() {
		return this.fencing.namespace();
	}

	/**
	 * Require that the token of the current work is that of the current leader. In a
	 * transaction this holds until the transaction ends; otherwise it may change at the
	 * next moment.
	 * @throws io.leaderelection.fencing.FencingException if the token is refused
	 * @throws io.leaderelection.NotLeaderException if the leadership does not hold
	 */
	public void assertCurrent() {
		DataSource dataSource = this.database.dataSource();
		Connection connection = DataSourceUtils.getConnection(dataSource);
		try {
			ConnectionFence fence = new ConnectionFence(this.fencing, this.database, this.tokens, connection);
			fence.check(fence.requireToken(null), null);
		}
		catch (SQLException ex) {
			throw translateException("Check of the fence", null, ex);
		}
		finally {
			DataSourceUtils.releaseConnection(connection, dataSource);
		}
	}

	@Override
	public SQLExceptionTranslator getExceptionTranslator() {
		return FenceRefusal.unpacking(super.getExceptionTranslator());
	}

	private void copySettings(JdbcTemplate template) {
		template.setIgnoreWarnings(isIgnoreWarnings());
		template.setFetchSize(getFetchSize());
		template.setMaxRows(getMaxRows());
		template.setQueryTimeout(getQueryTimeout());
		template.setSkipResultsProcessing(isSkipResultsProcessing());
		template.setSkipUndeclaredResults(isSkipUndeclaredResults());
		template.setResultsMapCaseInsensitive(isResultsMapCaseInsensitive());
	}

}
