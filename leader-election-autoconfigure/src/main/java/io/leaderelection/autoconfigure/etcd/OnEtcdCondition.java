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

package io.leaderelection.autoconfigure.etcd;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/**
 * Condition that matches if etcd is the coordinator: because it was chosen, or because no
 * other was and its address is known.
 */
class OnEtcdCondition extends SpringBootCondition implements ConfigurationCondition {

	private static final String COORDINATOR = "leader-election.coordinator";

	private static final String ENDPOINTS = "leader-election.etcd.endpoints";

	@Override
	public ConfigurationPhase getConfigurationPhase() {
		return ConfigurationPhase.REGISTER_BEAN;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("etcd as coordinator");
		String chosen = context.getEnvironment().getProperty(COORDINATOR);
		if (StringUtils.hasText(chosen)) {
			return new ConditionOutcome("etcd".equalsIgnoreCase(chosen), message.because(COORDINATOR + "=" + chosen));
		}
		if (Binder.get(context.getEnvironment()).bind(ENDPOINTS, Bindable.listOf(String.class)).isBound()) {
			return ConditionOutcome.match(message.because(ENDPOINTS + " is set"));
		}
		ConfigurableListableBeanFactory beanFactory = context.getBeanFactory();
		boolean details = beanFactory != null
				&& beanFactory.getBeanNamesForType(EtcdConnectionDetails.class, true, false).length > 0;
		return new ConditionOutcome(details, message
			.because(details ? "there are connection details" : "its address is not known and it was not chosen"));
	}

}
