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

package io.leaderelection.console;

import java.security.Principal;

import io.leaderelection.actuate.OrderRequest;
import org.jspecify.annotations.Nullable;

/**
 * Order as the page sends it; see {@link OrderRequest}.
 *
 * @param election the name of the election
 * @param action what is to be done
 * @param reason why
 * @param to the instance to transfer to, or the term to raise to
 * @param term the term that the operator saw
 * @param coolDown how long others may try after a resignation
 * @param lineage the lineage that is to adopt the fences
 */
record OrderBody(@Nullable String election, @Nullable String action, @Nullable String reason, @Nullable String to,
		@Nullable String term, @Nullable String coolDown, @Nullable String lineage) {

	static final OrderBody EMPTY = new OrderBody(null, null, null, null, null, null, null);

	OrderRequest from(@Nullable Principal principal) {
		return new OrderRequest(OrderRequest.actor(principal), (this.election != null) ? this.election : "",
				this.action, this.reason, this.to, this.term, this.coolDown, this.lineage);
	}

}
