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
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * An application that leads, does guarded work, stops, and does so once more: a first
 * term shows that it can win, a later one right afterwards that it resigned.
 */
@SpringBootApplication
@EnableScheduling
public class ConsumerApplication {

	public static void main(String[] args) throws Exception {
		Lead first = leadOnce(args);
		Lead second = leadOnce(args);
		if (second.term() <= first.term()) {
			throw new IllegalStateException("Term %d came after term %d".formatted(second.term(), first.term()));
		}
		System.out.printf("consumer: %s: led in term %d after %d ms; stopped; led in term %d after %d ms%n",
				LibraryVersions.describe(), first.term(), first.millis(), second.term(), second.millis());
	}

	private static Lead leadOnce(String[] args) throws Exception {
		try (ConfigurableApplicationContext context = SpringApplication.run(ConsumerApplication.class, args)) {
			return context.getBean(Settlement.class).awaitLead();
		}
	}

}
