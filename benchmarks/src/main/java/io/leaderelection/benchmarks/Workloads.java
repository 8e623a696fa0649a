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

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import io.leaderelection.fencing.jdbc.FencedJdbcTemplate;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;

import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What is measured.
 */
final class Workloads {

	static final int ROWS = 10_000;

	private static final int BATCH = 500;

	private final SplittableRandom random = new SplittableRandom(42);

	private final JdbcTemplate plain;

	private final FencedJdbcTemplate fenced;

	private final TransactionTemplate jdbcTransaction;

	private final TransactionTemplate checkedTransaction;

	private final TransactionTemplate jpaTransaction;

	private final EntityManager entityManager;

	Workloads(ApplicationContext context) {
		this.plain = context.getBean("jdbcTemplate", JdbcTemplate.class);
		this.fenced = context.getBean(FencedJdbcTemplate.class);
		this.jdbcTransaction = new TransactionTemplate(
				context.getBean("templateTransactionManager", JdbcTransactionManager.class));
		this.checkedTransaction = new TransactionTemplate(
				context.getBean("jdbcTransactionManager", JdbcTransactionManager.class));
		this.jpaTransaction = new TransactionTemplate(context.getBean(JpaTransactionManager.class));
		this.entityManager = SharedEntityManagerCreator
			.createSharedEntityManager(context.getBean(EntityManagerFactory.class));
	}

	List<Workload> all() {
		return List.of(inTransaction(), autoCommit(), batch(), jpa());
	}

	private Workload inTransaction() {
		return new Workload("UPDATE in a transaction", 1.15, List.of(
				new Workload.Variant("plain", false,
						() -> this.jdbcTransaction.execute((status) -> update(this.plain, "account_plain"))),
				new Workload.Variant("fenced", true,
						() -> this.jdbcTransaction.execute((status) -> update(this.fenced, "account"))),
				new Workload.Variant("fenced, trigger", true,
						() -> this.jdbcTransaction.execute((status) -> update(this.fenced, "account_enforced"))),
				new Workload.Variant("fenced, checked at the begin", true,
						() -> this.checkedTransaction.execute((status) -> update(this.fenced, "account"))),
				new Workload.Variant("plain template, checked at the begin", true,
						() -> this.checkedTransaction.execute((status) -> update(this.plain, "account")))));
	}

	private Workload autoCommit() {
		return new Workload("UPDATE in auto-commit mode", 1.2,
				List.of(new Workload.Variant("plain", false, () -> update(this.plain, "account_plain")),
						new Workload.Variant("fenced", true, () -> update(this.fenced, "account")),
						new Workload.Variant("fenced, trigger", true, () -> update(this.fenced, "account_enforced"))));
	}

	private Workload batch() {
		return new Workload("Batch of 500 UPDATEs in a transaction", 1.2, List.of(
				new Workload.Variant("plain", false,
						() -> this.jdbcTransaction.execute((status) -> batch(this.plain, "account_plain"))),
				new Workload.Variant("fenced", true,
						() -> this.jdbcTransaction.execute((status) -> batch(this.fenced, "account"))),
				new Workload.Variant("fenced, trigger", true,
						() -> this.jdbcTransaction.execute((status) -> batch(this.fenced, "account_enforced")))));
	}

	private Workload jpa() {
		return new Workload("JPA transaction with one flush", 1.35, List
			.of(new Workload.Variant("plain", false, this::flush), new Workload.Variant("guarded", true, this::flush)));
	}

	private int update(JdbcTemplate jdbc, String table) {
		int rows = jdbc.update("UPDATE " + table + " SET amount = ? WHERE id = ?", this.random.nextLong(1000), id());
		if (rows != 1) {
			throw new IllegalStateException("Updated " + rows + " rows");
		}
		return rows;
	}

	private int[] batch(JdbcTemplate jdbc, String table) {
		int first = this.random.nextInt(ROWS - BATCH) + 1;
		long amount = this.random.nextLong(1000);
		return jdbc.batchUpdate("UPDATE " + table + " SET amount = ? WHERE id = ?",
				IntStream.range(first, first + BATCH).mapToObj((id) -> new Object[] { amount, id }).toList());
	}

	private void flush() {
		this.jpaTransaction.executeWithoutResult((status) -> {
			Account account = this.entityManager.find(Account.class, id());
			account.setAmount(account.getAmount() + 1);
			this.entityManager.flush();
		});
	}

	private int id() {
		return this.random.nextInt(ROWS) + 1;
	}

}
