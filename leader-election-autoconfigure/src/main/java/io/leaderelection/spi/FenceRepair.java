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

import io.leaderelection.FencingToken;

/**
 * Part that raises a fence again which was found below the token of a term that is led,
 * for instance because its database lost the seal in a failover.
 */
@FunctionalInterface
public interface FenceRepair {

	/**
	 * Raise the fences of the token's election again, once a linearizable read sent from
	 * now on shows that the grant still holds. Returns at once, from any thread; without
	 * effect if the term is over.
	 * @param token the token of the work that was refused
	 */
	void sealAgain(FencingToken token);

}
