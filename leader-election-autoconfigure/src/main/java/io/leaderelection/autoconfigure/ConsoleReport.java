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

import java.util.Locale;

import jakarta.servlet.ServletContext;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/**
 * Report of where the page for operators is served and what it permits, when the
 * application is ready.
 *
 * @param path the path, below the context path
 * @param wanted what was asked for
 * @param permitted what the page permits
 * @param servletContext the servlet context
 */
record ConsoleReport(String path, Access wanted, Access permitted,
		ServletContext servletContext) implements ApplicationListener<ApplicationReadyEvent> {

	private static final Log logger = LogFactory.getLog(ConsoleReport.class);

	@Override
	public void onApplicationEvent(ApplicationReadyEvent event) {
		String limit = (this.permitted != this.wanted)
				? ", as 'management.endpoints.access.max-permitted' allows no more" : "";
		if (this.permitted == Access.NONE) {
			logger.info("The page for operators is not served: its access is none" + limit);
		}
		else {
			logger.info("The page for operators is at %s%s, %s%s".formatted(this.servletContext.getContextPath(),
					this.path, this.permitted.name().toLowerCase(Locale.ROOT).replace('_', '-'), limit));
		}
	}

}
