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

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

/**
 * What a person gets to read when an application fails to start: the analysis of the
 * first registered analyzer that feels responsible.
 */
public final class StartUpFailure {

	private StartUpFailure() {
	}

	/**
	 * Analyze the failure as {@code SpringApplication} does.
	 * @param failure the failure
	 * @return the analysis, or {@code null} if only a stack trace would be shown
	 */
	public static @Nullable FailureAnalysis analyze(Throwable failure) {
		return analyze(failure, new StandardEnvironment());
	}

	/**
	 * Analyze the failure as {@code SpringApplication} does.
	 * @param failure the failure
	 * @param environment the environment of the application
	 * @return the analysis, or {@code null} if only a stack trace would be shown
	 */
	public static @Nullable FailureAnalysis analyze(Throwable failure, Environment environment) {
		return SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, ArgumentResolver.of(Environment.class, environment),
					FailureHandler.handleMessage((messageSupplier, ex) -> {
					}))
			.stream()
			.map((analyzer) -> analyzer.analyze(failure))
			.filter((analysis) -> analysis != null)
			.findFirst()
			.orElse(null);
	}

}
