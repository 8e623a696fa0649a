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

package io.leaderelection.spi;

/**
 * Receiver of what is seen of refused writes. Called on the threads of the work; must
 * neither block nor throw.
 */
@FunctionalInterface
public interface RejectionListener {

	/**
	 * A write was refused.
	 * @param election the name of the election, or {@code none} if the write carried no
	 * token
	 * @param by who refused it
	 */
	void rejected(String election, By by);

	/**
	 * Places at which a write is refused.
	 */
	enum By {

		/**
		 * This process, before the write left it.
		 */
		PROCESS,

		/**
		 * The fence in the database.
		 */
		FENCE

	}

}
