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

package io.leaderelection.sample.demo;

import java.util.UUID;

import com.zaxxer.hikari.HikariDataSource;
import org.flywaydb.core.Flyway;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * PostgreSQL database, or one schema of it.
 *
 * @param url the JDBC URL with the credentials
 */
public record Database(String url) {

	private static final String[] MIGRATIONS = { "classpath:db/migration/postgresql",
			"classpath:io/leaderelection/coordinator/jdbc/postgresql" };

	/**
	 * Create a schema with a name of its own.
	 * @return the schema
	 */
	public Database createSchema() {
		String schema = "settlement_" + UUID.randomUUID().toString().replace("-", "");
		jdbc().execute("CREATE SCHEMA " + schema);
		return with("currentSchema", schema);
	}

	/**
	 * Create the tables of the sample.
	 * @return this database
	 */
	public Database migrate() {
		Flyway.configure().dataSource(dataSource()).locations(MIGRATIONS).load().migrate();
		return this;
	}

	/**
	 * Drop the schema with all that is in it.
	 */
	public void dropSchema() {
		jdbc().execute("DO $$ BEGIN EXECUTE format('DROP SCHEMA %I CASCADE', current_schema()); END $$");
	}

	/**
	 * Return the same database with one more parameter of the connection.
	 * @param parameter the name of the parameter
	 * @param value its value
	 * @return the database
	 */
	public Database with(String parameter, String value) {
		return new Database(this.url + (this.url.contains("?") ? "&" : "?") + parameter + "=" + value);
	}

	/**
	 * Return a template that opens a connection for each statement.
	 * @return the template
	 */
	public JdbcTemplate jdbc() {
		return new JdbcTemplate(dataSource());
	}

	/**
	 * Return a data source that opens a connection whenever it is asked for one.
	 * @return the data source
	 */
	public DriverManagerDataSource dataSource() {
		return new DriverManagerDataSource(this.url);
	}

	/**
	 * Return a data source that keeps its connections.
	 * @param connections how many
	 * @return the data source
	 */
	HikariDataSource pool(int connections) {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(this.url);
		pool.setMaximumPoolSize(connections);
		return pool;
	}

}
