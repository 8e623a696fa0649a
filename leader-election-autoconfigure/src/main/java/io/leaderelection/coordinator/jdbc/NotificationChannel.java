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

package io.leaderelection.coordinator.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Connection on which the database tells what changed. Used by one thread only.
 */
interface NotificationChannel {

	/**
	 * Wait until the database tells something. If it tells nothing for a while, it is
	 * asked whether it is still there.
	 * @param patience how long to wait
	 * @return what it tells, if anything, the same only once
	 * @throws SQLException if the connection is of no use any more
	 */
	List<Announcement> await(Duration patience) throws SQLException;

}
