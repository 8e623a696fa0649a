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

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.leaderelection.LeaderOnly;
import io.leaderelection.LeaderRevokedEvent;
import io.leaderelection.autoconfigure.memory.MemoryCoordinatorAutoConfiguration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the order of things when an application shuts down while a guarded job runs:
 * whatever the scheduler does, the leadership ends after the job, and the resources of
 * the application end after both. Lessons 8 and 24, promise I8.
 */
class ShutdownTests {

	@Test
	void leadershipOutlivesTheJobWithTheDefaultPool() {
		assertThat(shutDownDuringAJob()).containsExactly("job begins", "closing", "job ends", "revoked",
				"resource closed");
	}

	@Test
	void leadershipOutlivesTheJobIfTheSchedulerAwaitsTermination() {
		assertThat(shutDownDuringAJob("--spring.task.scheduling.shutdown.await-termination=true",
				"--spring.task.scheduling.shutdown.await-termination-period=20s"))
			.containsExactly("job begins", "closing", "job ends", "revoked", "resource closed");
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "There are no virtual threads before Java 21")
	void leadershipOutlivesTheJobOnVirtualThreads() {
		assertThat(shutDownDuringAJob("--spring.threads.virtual.enabled=true")).containsExactly("job begins", "closing",
				"job ends", "revoked", "resource closed");
	}

	@Test
	void leadershipDoesNotWaitForEver() {
		assertThat(shutDownDuringAJob("--leader-election.drain-timeout=50ms")).containsExactly("job begins", "closing",
				"revoked", "job ends", "resource closed");
	}

	private static List<String> shutDownDuringAJob(String... arguments) {
		ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.registerShutdownHook(false)
			.properties("spring.application.name=payments", "leader-election.coordinator=memory",
					"spring.main.banner-mode=off")
			.run(arguments);
		List<String> log = context.getBean(Resource.class).log;
		try (context) {
			Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> log.contains("job begins"));
		}
		return log;
	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	@ImportAutoConfiguration({ ElectionEngineAutoConfiguration.class, GateAutoConfiguration.class,
			LeaderElectionAutoConfiguration.class, MemoryCoordinatorAutoConfiguration.class,
			TaskSchedulingAutoConfiguration.class })
	@Import({ Resource.class, Job.class })
	static class Application {

	}

	/**
	 * What the job needs, such as a pool of connections.
	 */
	static class Resource implements DisposableBean {

		final List<String> log = new CopyOnWriteArrayList<>();

		@Override
		public void destroy() {
			this.log.add("resource closed");
		}

	}

	/**
	 * Job that goes on for a while after the context began to close.
	 */
	static class Job {

		private final Resource resource;

		private final CountDownLatch closing = new CountDownLatch(1);

		private final CountDownLatch revoked = new CountDownLatch(1);

		Job(Resource resource) {
			this.resource = resource;
		}

		@Scheduled(fixedDelay = 1)
		@LeaderOnly("settlement")
		void run() throws InterruptedException {
			this.resource.log.add("job begins");
			this.closing.await();
			this.revoked.await(500, TimeUnit.MILLISECONDS);
			this.resource.log.add("job ends");
		}

		@EventListener
		void onClosing(ContextClosedEvent event) {
			this.resource.log.add("closing");
			this.closing.countDown();
		}

		@EventListener
		void onRevoked(LeaderRevokedEvent event) {
			this.resource.log.add("revoked");
			this.revoked.countDown();
		}

	}

}
