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

package com.example.consumer;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * An application that leads on a database alone and settles there, twice: a later term
 * right afterwards shows that the first one was given back.
 */
@SpringBootApplication
@EnableScheduling
public class ConsumerApplication {

	public static void main(String[] args) throws Exception {
		long first = settleOnce(args);
		long second = settleOnce(args);
		if (second <= first) {
			throw new IllegalStateException("Term %d came after term %d".formatted(second, first));
		}
		System.out.printf("consumer: Spring Boot %s on a database alone: settled in term %d; stopped; in term %d%n",
				SpringBootVersion.getVersion(), first, second);
	}

	private static long settleOnce(String[] args) throws Exception {
		try (ConfigurableApplicationContext context = SpringApplication.run(ConsumerApplication.class, args)) {
			return context.getBean(Settlement.class).awaitSettled();
		}
	}

}
