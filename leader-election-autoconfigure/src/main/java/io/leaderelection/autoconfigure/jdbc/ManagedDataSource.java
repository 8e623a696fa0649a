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

package io.leaderelection.autoconfigure.jdbc;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.orm.jpa.EntityManagerFactoryInfo;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.hibernate.HibernateTransactionManager;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.util.ClassUtils;

/**
 * DataSource on which a transaction manager begins its transactions.
 *
 * @param dataSource the DataSource, or {@code null} if it is not known
 * @param hidden whether the manager begins transactions on a database that it does not
 * tell
 */
record ManagedDataSource(@Nullable DataSource dataSource, boolean hidden) {

	private static final boolean JPA_PRESENT = isPresent("org.springframework.orm.jpa.JpaTransactionManager")
			&& isPresent("jakarta.persistence.EntityManagerFactory");

	private static final boolean HIBERNATE_PRESENT = JPA_PRESENT && isPresent("org.hibernate.SessionFactory");

	static ManagedDataSource of(TransactionManager manager) {
		Object factory = (manager instanceof ResourceTransactionManager resource) ? resource.getResourceFactory()
				: null;
		if (factory instanceof DataSource dataSource) {
			return new ManagedDataSource(dataSource, false);
		}
		if (HIBERNATE_PRESENT && Hibernate.isOne(manager)) {
			return told(Hibernate.dataSource(manager));
		}
		if (JPA_PRESENT && factory != null && Jpa.isOne(manager, factory)) {
			return told(Jpa.dataSource(manager, factory));
		}
		return new ManagedDataSource(null, false);
	}

	private static ManagedDataSource told(@Nullable DataSource dataSource) {
		return new ManagedDataSource(dataSource, dataSource == null);
	}

	private static boolean isPresent(String type) {
		return ClassUtils.isPresent(type, ManagedDataSource.class.getClassLoader());
	}

	private static final class Jpa {

		static boolean isOne(TransactionManager manager, Object factory) {
			return manager instanceof JpaTransactionManager || factory instanceof EntityManagerFactoryInfo;
		}

		static @Nullable DataSource dataSource(TransactionManager manager, Object factory) {
			if (manager instanceof JpaTransactionManager jpa) {
				return jpa.getDataSource();
			}
			return (factory instanceof EntityManagerFactoryInfo info) ? info.getDataSource() : null;
		}

	}

	private static final class Hibernate {

		static boolean isOne(TransactionManager manager) {
			return manager instanceof HibernateTransactionManager;
		}

		static @Nullable DataSource dataSource(TransactionManager manager) {
			return (manager instanceof HibernateTransactionManager hibernate) ? hibernate.getDataSource() : null;
		}

	}

}
