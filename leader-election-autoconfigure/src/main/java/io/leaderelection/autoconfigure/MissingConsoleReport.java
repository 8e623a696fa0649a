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

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/**
 * Report, when the application is ready, that the page for operators was asked for but
 * cannot be served. Applications without pages may well share their settings with others,
 * so it is no mistake, but nobody should look for the page.
 */
final class MissingConsoleReport implements ApplicationListener<ApplicationReadyEvent> {

	static final String CONSOLE = "consoleServlet";

	private static final Log logger = LogFactory.getLog(MissingConsoleReport.class);

	@Override
	public void onApplicationEvent(ApplicationReadyEvent event) {
		if (!event.getApplicationContext().containsBean(CONSOLE)) {
			logger.warn("'leader-election.console.enabled' has no effect: "
					+ reason(event.getSpringApplication().getWebApplicationType()));
		}
	}

	private static String reason(@Nullable WebApplicationType type) {
		if (type == WebApplicationType.REACTIVE) {
			return "this web application is reactive, and the page needs servlets";
		}
		if (type == WebApplicationType.SERVLET) {
			return "the page needs Spring Boot's actuator, which 'spring-boot-starter-actuator' brings";
		}
		return "this application serves no web pages. The page needs servlets, which 'spring-boot-starter-webmvc' brings";
	}

}
