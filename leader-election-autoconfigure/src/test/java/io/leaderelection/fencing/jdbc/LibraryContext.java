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

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.fencing.jdbc.libraries.LibrariesApplication;
import io.leaderelection.gate.GuardedCalls;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Application on the database of a fixture, with one kind of transaction manager. After
 * each test nothing is bound to the thread and no connection is in use.
 */
final class LibraryContext implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

	private static final String NO_JPA = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
			+ "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration";

	private final FencingFixture fixture;

	private final Kind kind;

	private final Class<?>[] sources;

	ConfigurableApplicationContext application;

	LibraryContext(FencingFixture fixture, Kind kind, Class<?>... sources) {
		this.fixture = fixture;
		this.kind = kind;
		this.sources = sources;
	}

	@Override
	public void beforeAll(ExtensionContext context) {
		Map<String, Object> properties = new HashMap<>(Map.of("spring.application.name", "shop",
				"spring.main.banner-mode", "off", "spring.docker.compose.enabled", "false", "spring.datasource.url",
				this.fixture.home.url(), "spring.datasource.username", this.fixture.home.user(),
				"spring.datasource.password", this.fixture.home.password(), "spring.jpa.hibernate.ddl-auto", "none",
				"spring.datasource.hikari.maximum-pool-size", "5", "leader-election.coordinator", "memory"));
		properties.put("spring.task.execution.mode", "force");
		// Coordinators in memory know nothing of each other.
		properties.put("election", "settlement-of-" + this.kind.name().toLowerCase(Locale.ROOT));
		properties.put("leader-election.idle-in-transaction-limit", FencingFixture.IDLE_LIMIT.toMillis() + "ms");
		this.application = new SpringApplicationBuilder(LibrariesApplication.class).sources(this.sources)
			.web(WebApplicationType.NONE)
			.registerShutdownHook(false)
			.properties(properties)
			.run("--spring.autoconfigure.exclude=" + ((this.kind == Kind.JDBC) ? NO_JPA : ""));
	}

	@Override
	public void afterEach(ExtensionContext context) {
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
		assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
		HikariDataSource pool = this.application.getBean(HikariDataSource.class);
		await("no connection is in use").until(pool.getHikariPoolMXBean()::getActiveConnections, (used) -> used == 0);
	}

	@Override
	public void afterAll(ExtensionContext context) {
		this.application.close();
	}

	/** Run guarded work of the given term. */
	<T> T guarded(long term, Callable<T> work) {
		try {
			return this.application.getBean(GuardedCalls.class)
				.call(FencingFixture.leadership(FencingFixture.token(term)), work);
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	void guarded(long term, Runnable work) {
		guarded(term, () -> {
			work.run();
			return true;
		});
	}

	/** Return a template that knows nothing of fences. */
	JdbcTemplate plain() {
		return this.application.getBean(JdbcTemplate.class);
	}

	TransactionTemplate transaction() {
		return new TransactionTemplate(this.application.getBean(PlatformTransactionManager.class));
	}

	TransactionTemplate transaction(int propagation) {
		TransactionTemplate template = transaction();
		template.setPropagationBehavior(propagation);
		return template;
	}

	/**
	 * Kind of transaction manager.
	 */
	enum Kind {

		JDBC, JPA

	}

}
