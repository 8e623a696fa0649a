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

package io.leaderelection.fencing.jdbc.libraries;

import java.util.List;
import java.util.function.Consumer;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

import org.springframework.context.ApplicationContext;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.orm.jpa.SharedEntityManagerCreator;

/**
 * Ways in which libraries that know nothing of fences write, when payments 1 to 3 exist.
 */
public enum LibraryWrite {

	JPA_PERSIST((context) -> entityManager(context).persist(new JpaPayment(9, "SETTLED")), true, false),

	JPA_CHANGE_WRITTEN_AT_THE_COMMIT((context) -> entityManager(context).find(JpaPayment.class, 1).setStatus("SETTLED"),
			true, false),

	JPA_FLUSH((context) -> {
		EntityManager entityManager = entityManager(context);
		entityManager.find(JpaPayment.class, 1).setStatus("SETTLED");
		entityManager.flush();
	}, true, false),

	JPA_REMOVE((context) -> {
		EntityManager entityManager = entityManager(context);
		entityManager.remove(entityManager.find(JpaPayment.class, 1));
	}, true, false),

	JPA_NATIVE_QUERY((context) -> entityManager(context)
		.createNativeQuery("INSERT INTO payment (id, status) VALUES (9, 'SETTLED')")
		.executeUpdate(), true, false),

	JPA_BULK_UPDATE((context) -> entityManager(context).createQuery("update JpaPayment p set p.status = 'SETTLED'")
		.executeUpdate(), true, false),

	JPA_BULK_DELETE(
			(context) -> entityManager(context).createQuery("delete from JpaPayment p where p.id > 1").executeUpdate(),
			true, false),

	DATA_JPA_SAVE((context) -> context.getBean(JpaPayments.class).save(new JpaPayment(1, "SETTLED")), true, true),

	DATA_JPA_DELETE((context) -> context.getBean(JpaPayments.class).deleteById(1), true, true),

	DATA_JPA_DELETE_IN_BATCH((context) -> context.getBean(JpaPayments.class).deleteAllInBatch(), true, true),

	DATA_JPA_MODIFYING_QUERY((context) -> context.getBean(JpaPayments.class).setStatus("SETTLED"), true, true),

	DATA_JDBC_INSERT((context) -> context.getBean(JdbcAggregateTemplate.class).insert(new Payment(9, "SETTLED")), false,
			false),

	DATA_JDBC_SAVE((context) -> context.getBean(DataJdbcPayments.class).save(new Payment(1, "SETTLED")), false, true),

	DATA_JDBC_DELETE((context) -> context.getBean(DataJdbcPayments.class).deleteById(1), false, true),

	DATA_JDBC_MODIFYING_QUERY((context) -> context.getBean(DataJdbcPayments.class).setStatus("SETTLED"), false, true),

	JOOQ_INSERT((context) -> context.getBean(DSLContext.class)
		.insertInto(DSL.table("payment"), DSL.field("id"), DSL.field("status"))
		.values(9, "SETTLED")
		.execute(), false, false),

	JOOQ_UPDATE((context) -> context.getBean(DSLContext.class)
		.update(DSL.table("payment"))
		.set(DSL.field("status", String.class), "SETTLED")
		.execute(), false, false),

	JOOQ_DELETE((context) -> context.getBean(DSLContext.class)
		.deleteFrom(DSL.table("payment"))
		.where(DSL.field("id", Integer.class).eq(1))
		.execute(), false, false),

	JOOQ_BATCH((context) -> context.getBean(DSLContext.class)
		.batch("INSERT INTO payment (id, status) VALUES (?, 'SETTLED')")
		.bind(8)
		.bind(9)
		.execute(), false, false),

	MYBATIS_INSERT((context) -> context.getBean(MyBatisPayments.class).insert(9, "SETTLED"), false, false),

	MYBATIS_UPDATE((context) -> context.getBean(MyBatisPayments.class).update(1, "SETTLED"), false, false),

	MYBATIS_DELETE((context) -> context.getBean(MyBatisPayments.class).delete(1), false, false),

	JDBC_TEMPLATE((context) -> context.getBean(JdbcTemplate.class)
		.update("UPDATE payment SET status = ? WHERE id = 1", "SETTLED"), false, false),

	JDBC_TEMPLATE_BATCH((context) -> context.getBean(JdbcTemplate.class)
		.batchUpdate("INSERT INTO payment (id, status) VALUES (?, ?)",
				List.of(new Object[] { 8, "SETTLED" }, new Object[] { 9, "SETTLED" })),
			false, false),

	JDBC_CLIENT((context) -> context.getBean(JdbcClient.class)
		.sql("DELETE FROM payment WHERE id = :id")
		.param("id", 1)
		.update(), false, false);

	// Lambdas that capture nothing.
	@SuppressWarnings("ImmutableEnumChecker")
	private final Consumer<ApplicationContext> action;

	private final boolean jpa;

	private final boolean ownTransaction;

	LibraryWrite(Consumer<ApplicationContext> action, boolean jpa, boolean ownTransaction) {
		this.action = action;
		this.jpa = jpa;
		this.ownTransaction = ownTransaction;
	}

	/**
	 * Write, in the transaction of the current thread if there is one.
	 */
	public void write(ApplicationContext context) {
		this.action.accept(context);
	}

	/**
	 * Return whether JPA is needed.
	 */
	public boolean isJpa() {
		return this.jpa;
	}

	/**
	 * Return whether the library begins a transaction if there is none.
	 */
	public boolean hasOwnTransaction() {
		return this.ownTransaction;
	}

	private static EntityManager entityManager(ApplicationContext context) {
		return SharedEntityManagerCreator.createSharedEntityManager(context.getBean(EntityManagerFactory.class));
	}

}
