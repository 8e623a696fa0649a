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

package io.leaderelection.fencing;

import org.jspecify.annotations.Nullable;

/**
 * Exception thrown when a fence was not yet raised to the grant of the work, or its row
 * has disappeared. The work may be tried again: the engine seals the fence once it has
 * confirmed the grant.
 */
public class FenceNotSealedException extends FencingException {

	public FenceNotSealedException(FencedOperation operation, @Nullable StoredGrant stored) {
		super((stored != null) ? "The fence stands at an older grant and was not sealed yet"
				: "The fence has no row yet, so it was not sealed", operation, stored);
	}

}
