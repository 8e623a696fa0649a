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

/**
 * Way in which the database tells of changes by itself. It only speeds a watch up: what
 * it does not tell, or tells late, the watch finds by looking.
 */
interface Notifications extends AutoCloseable {

	/**
	 * Notifications of a database that has none.
	 */
	Notifications NONE = new Notifications() {

		@Override
		public void start(Receiver receiver) {
		}

		@Override
		public void close() {
		}

	};

	/**
	 * Begin to listen.
	 * @param receiver the receiver, called on a thread of the notifications
	 */
	void start(Receiver receiver);

	/**
	 * Stop listening. Returns at once; the thread ends as soon as it does not wait for
	 * the database any more.
	 */
	@Override
	void close();

	/**
	 * Receiver of notifications.
	 */
	interface Receiver {

		/**
		 * The database will tell from now on; what happened before was perhaps not told.
		 */
		void listening();

		/**
		 * Something changed.
		 * @param announcement what is told of it
		 */
		void changed(Announcement announcement);

		/**
		 * The database tells nothing until {@link #listening()} is called again.
		 * @param detail what was seen, without credentials
		 */
		void lost(String detail);

	}

}
