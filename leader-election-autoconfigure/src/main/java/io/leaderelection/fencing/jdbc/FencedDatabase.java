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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

import javax.sql.DataSource;

import io.leaderelection.fencing.jdbc.sql.SqlAnalyzer;
import io.leaderelection.jdbc.Dialect;
import io.leaderelection.jdbc.FenceColumn;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/**
 * Database that fences can be kept in. What it is and which tables bear terms is learnt
 * from the first connections and remembered.
 */
public final class FencedDatabase {

	private final String name;

	private final DataSource dataSource;

	private final Map<String, FenceColumn> columns = new ConcurrentHashMap<>();

	private final BlockerLooks looks = new BlockerLooks(System::nanoTime, RandomGenerator.getDefault());

	private final GrantTexts texts = new GrantTexts();

	private volatile @Nullable Dialect dialect;

	private volatile @Nullable SqlAnalyzer analyzer;

	private volatile boolean refusingReadOnly;

	/**
	 * Create a database.
	 * @param name the name of the DataSource bean
	 * @param dataSource the DataSource
	 */
	public FencedDatabase(String name, DataSource dataSource) {
		this.name = name;
		this.dataSource = target(dataSource);
	}

	/**
	 * Return the name of the DataSource.
	 * @return the name
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Return the rounds in which sealers look who blocks them.
	 * @return the rounds
	 */
	BlockerLooks looks() {
		return this.looks;
	}

	/**
	 * Return the DataSource that transactions are begun on.
	 * @return the DataSource
	 */
	public DataSource dataSource() {
		return this.dataSource;
	}

	/**
	 * Return whether this is the database behind the given DataSource.
	 * @param candidate the DataSource
	 * @return whether both are the same
	 */
	public boolean isBehind(DataSource candidate) {
		return this.dataSource == target(candidate);
	}

	/**
	 * Return whether connections of the given DataSource may lead to this database,
	 * directly or through what it delegates or routes to.
	 * @param candidate the DataSource
	 * @return whether a transaction on it may write here
	 */
	public boolean isReachedThrough(DataSource candidate) {
		return isBehind(candidate) || DataSourceTargets.of(candidate).overlap(DataSourceTargets.of(this.dataSource));
	}

	/**
	 * Return the dialect.
	 * @param connection an open connection to this database
	 * @return the dialect
	 * @throws SQLException if the database does not answer
	 */
	Dialect dialect(Connection connection) throws SQLException {
		Dialect known = this.dialect;
		if (known == null) {
			known = Dialect.of(connection);
			this.dialect = known;
		}
		return known;
	}

	GrantTexts texts() {
		return this.texts;
	}

	SqlAnalyzer analyzer(Connection connection) throws SQLException {
		SqlAnalyzer known = this.analyzer;
		if (known == null) {
			known = new SqlAnalyzer(dialect(connection).lexicalRules(connection));
			this.analyzer = known;
		}
		return known;
	}

	/**
	 * Return whether the database refuses writes on a connection that was made read-only.
	 * That is asked only once, as the connections of a DataSource are alike; those of one
	 * that routes to several databases are asked each time.
	 * @param connection a connection that is in a transaction
	 * @param from the DataSource that it came from
	 * @return whether nothing can be written on it
	 * @throws SQLException if the database does not answer
	 */
	boolean refusesWrites(Connection connection, DataSource from) throws SQLException {
		if (!connection.isReadOnly()) {
			return false;
		}
		if (this.refusingReadOnly && isBehind(from)) {
			return true;
		}
		try (Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery(dialect(connection).fence().refusesWrites())) {
			boolean refusing = result.next() && result.getBoolean(1);
			this.refusingReadOnly = refusing && isBehind(from);
			return refusing;
		}
	}

	FenceColumn fenceColumn(Connection connection, String table) throws SQLException {
		FenceColumn known = this.columns.get(table);
		if (known == null) {
			known = dialect(connection).fenceColumn(connection, table);
			if (known != FenceColumn.UNKNOWN) {
				this.columns.put(table, known);
			}
		}
		return known;
	}

	void forgetFenceColumn(String table) {
		this.columns.remove(table);
	}

	@Override
	public String toString() {
		return "FencedDatabase[" + this.name + "]";
	}

	private static DataSource target(DataSource dataSource) {
		if (dataSource instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null) {
			return proxy.getTargetDataSource();
		}
		return dataSource;
	}

}
