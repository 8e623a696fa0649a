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
import java.util.concurrent.ForkJoinPool;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.coordinator.Coordinator;
import io.leaderelection.coordinator.EventLoop;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.gate.DeclaredElections;
import io.leaderelection.gate.GuardedCalls;
import io.leaderelection.observation.CoordinatorLog;
import io.leaderelection.observation.LeaderLog;
import io.leaderelection.observation.TransitionLog;
import io.leaderelection.spi.ContactListener;
import io.leaderelection.spi.Eligibility;
import io.leaderelection.spi.FenceSealer;
import io.leaderelection.spi.GuardedExecution;
import io.leaderelection.spi.TransitionListener;
import io.leaderelection.spi.WorkDrain;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the engine that takes part in
 * elections, and of its life cycle.
 */
@AutoConfiguration(after = { LeaderElectionAutoConfiguration.class, GateAutoConfiguration.class },
		afterName = { "io.leaderelection.autoconfigure.etcd.EtcdCoordinatorAutoConfiguration",
				"io.leaderelection.autoconfigure.jdbc.FenceSealingAutoConfiguration",
				"io.leaderelection.autoconfigure.jdbc.JdbcCoordinatorAutoConfiguration",
				"io.leaderelection.autoconfigure.memory.MemoryCoordinatorAutoConfiguration" })
public final class ElectionEngineAutoConfiguration {

	private static final Log logger = LogFactory.getLog(ElectionEngineAutoConfiguration.class);

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
	@ConditionalOnMissingBean(LeaderElections.class)
	static class EnabledConfiguration {

		private static final Duration STOP_MARGIN = Duration.ofSeconds(15);

		private static final String MEMORY = "memory";

		@Bean
		ElectionEngine electionEngine(ObjectProvider<Coordinator> coordinator, EventLoop eventLoop,
				LeaderElectionProperties properties, ConfiguredElections configuredElections,
				ApplicationContext context, ObjectProvider<GuardedExecution> guardedExecution,
				ObjectProvider<WorkDrain> workDrain, ObjectProvider<FenceSealer> fenceSealer,
				ObjectProvider<Eligibility> eligibilities, ObjectProvider<TransitionListener> transitionListeners,
				ObjectProvider<ContactListener> contactListeners) {
			FenceSealer sealer = fenceSealer.getIfAvailable();
			if (sealer == null) {
				configuredElections.forEachDataSource(EnabledConfiguration::refuseUnfenced);
			}
			ElectionEngineBuilder builder = ElectionEngine.builder(coordinator.getIfAvailable(() -> {
				throw new MissingCoordinator(properties, context.getEnvironment(), context.getClassLoader()).explain();
			}), eventLoop, InstanceId.resolve(properties.instanceId()).value())
				.settings(configuredElections)
				.publisher(context)
				.fenceSealer(sealer)
				.eligibilities(eligibilities.orderedStream().toList())
				.transitionListeners(transitionListeners.orderedStream().toList())
				.contactListeners(contactListeners.orderedStream().toList());
			guardedExecution.ifAvailable(builder::guardedExecution);
			workDrain.ifAvailable(builder::workDrain);
			return builder.build();
		}

		private static void refuseUnfenced(String property, String dataSource) {
			throw new LeaderElectionConfigurationException(
					"'%s' names '%s', but nothing in this application fences databases.".formatted(property,
							dataSource),
					"Define that DataSource, and depend on 'leader-election-starter' or 'spring-boot-jdbc'.", property);
		}

		@Bean
		@ConditionalOnMissingBean
		TransitionLog electionTransitionLog(ObjectProvider<LeaderElections> elections) {
			return new TransitionLog(() -> elections.getObject().instance());
		}

		@Bean
		@ConditionalOnMissingBean
		LeaderLog electionLeaderLog(ObjectProvider<LeaderElections> elections) {
			return new LeaderLog(() -> elections.getObject().instance());
		}

		// The coordinator may be missing, which the engine explains.
		@Bean
		@ConditionalOnBean(Coordinator.class)
		@ConditionalOnMissingBean
		CoordinatorLog coordinatorLog(Coordinator coordinator, EventLoop eventLoop) {
			return new CoordinatorLog(coordinator.type(), eventLoop::nanoTime);
		}

		@Bean
		LeaderElectionLifecycle leaderElectionLifecycle(ApplicationContext context, ElectionEngine engine,
				Coordinator coordinator, ElectionNamespace namespace, ConfiguredElections configuredElections,
				ObjectProvider<DeclaredElections> declaredElections, ObjectProvider<GuardedCalls> guardedCalls) {
			return new LeaderElectionLifecycle(context, () -> {
				declaredElections.ifAvailable((declared) -> declared.joinAll(engine));
				logStart(engine, coordinator, namespace);
				UnusedCoordinatorSettings.report(coordinator.type(), context.getEnvironment());
				ShutdownPhase.report(context.getEnvironment(), configuredElections.longestDrainTimeout());
				engine.start();
				// On no thread of its own, which the end would have to wait for.
				ForkJoinPool.commonPool()
					.execute(new TermRehearsal(() -> guardedCalls.ifAvailable(GuardedCalls::prepare)));
			}, engine::stop, configuredElections.longestDrainTimeout().plus(STOP_MARGIN));
		}

		private static void logStart(ElectionEngine engine, Coordinator coordinator, ElectionNamespace namespace) {
			logger.info("Instance '%s' takes part in the elections %s of namespace '%s', decided by %s".formatted(
					engine.instance(), engine.all().stream().map(LeaderElection::name).toList(), namespace.value(),
					coordinator.type()));
			if (MEMORY.equals(coordinator.type())) {
				logger.warn("The coordinator in memory knows this process only, so every instance leads: "
						+ "use it for tests");
			}
		}

		@Bean
		@ConditionalOnBean(DeclaredElections.class)
		UnusedSettingsReport unusedElectionSettingsReport(ConfiguredElections configuredElections,
				DeclaredElections declaredElections, ElectionEngine engine) {
			return new UnusedSettingsReport(configuredElections, declaredElections, engine);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBooleanProperty(name = "leader-election.enabled", havingValue = false)
	@ConditionalOnMissingBean(LeaderElections.class)
	static class DisabledConfiguration {

		@Bean
		DisabledElections disabledElections(LeaderElectionProperties properties) {
			logger.info("Leader election is disabled, so nothing guarded runs in this application");
			return new DisabledElections(InstanceId.resolve(properties.instanceId()).value());
		}

	}

}
