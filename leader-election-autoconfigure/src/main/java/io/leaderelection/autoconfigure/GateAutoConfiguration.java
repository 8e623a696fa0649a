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

import io.leaderelection.LeaderOnly;
import io.leaderelection.gate.GateConfiguration;
import io.leaderelection.gate.GuardedCalls;
import io.leaderelection.spi.CallObserver;
import io.leaderelection.spi.TransactionCheck;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of the gate that {@link LeaderOnly}
 * methods pass. It is there even if elections are disabled, so that nothing guarded runs.
 */
@AutoConfiguration
@Import(GateConfiguration.class)
public final class GateAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	GuardedCalls leaderElectionGuardedCalls(ObjectProvider<TransactionCheck> transactionChecks,
			ObjectProvider<CallObserver> observer) {
		return new GuardedCalls(() -> transactionChecks.orderedStream().toList(),
				() -> observer.getIfAvailable(() -> CallObserver.NONE));
	}

}
