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

package io.leaderelection.gate;

import java.lang.reflect.Method;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/**
 * Annotations whose methods receive messages: one that returns without having done its
 * work acknowledges the message all the same. Known by name, as their libraries need not
 * be present.
 */
final class MessageListenerAnnotations {

	private static final List<String> NAMES = List.of("org.springframework.jms.annotation.JmsListener",
			"org.springframework.kafka.annotation.KafkaListener", "org.springframework.kafka.annotation.KafkaHandler",
			"org.springframework.amqp.rabbit.annotation.RabbitListener",
			"org.springframework.amqp.rabbit.annotation.RabbitHandler",
			"org.springframework.pulsar.annotation.PulsarListener",
			"org.springframework.pulsar.reactive.config.annotation.ReactivePulsarListener",
			"io.awspring.cloud.sqs.annotation.SqsListener", "io.awspring.cloud.sqs.annotation.SqsHandler",
			"org.springframework.integration.annotation.ServiceActivator",
			"org.springframework.modulith.events.ApplicationModuleListener",
			"org.springframework.messaging.handler.annotation.MessageMapping");

	private MessageListenerAnnotations() {
	}

	/**
	 * Return the annotation by which a method receives messages.
	 * @param method the method
	 * @return the simple name of the annotation, or {@code null} if there is none
	 */
	static @Nullable String find(Method method) {
		MergedAnnotations onMethod = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
		return NAMES.stream().filter(onMethod::isPresent).findFirst().map(ClassUtils::getShortName).orElse(null);
	}

}
