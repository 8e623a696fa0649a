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

package io.leaderelection.autoconfigure.jdbc;

import java.util.Set;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.sql.init.DatabaseInitializationMode;

/**
 * Properties of the tables in databases.
 *
 * @param initializeSchema Whether to create the tables of fences, and those of the
 * coordinator on a database, where they are missing.
 * @param unfencedTransactionManagers Names of the transaction managers whose transactions
 * are not fenced, though they may write to protected databases.
 */
@ConfigurationProperties("leader-election.jdbc")
public record FencingProperties(@DefaultValue("embedded") DatabaseInitializationMode initializeSchema,
		@DefaultValue Set<String> unfencedTransactionManagers) {

}
