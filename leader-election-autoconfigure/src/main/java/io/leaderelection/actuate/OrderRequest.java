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

package io.leaderelection.actuate;

import java.security.Principal;

import org.jspecify.annotations.Nullable;

/**
 * Order as an operator gave it, before anything of it was judged. All values are texts,
 * so that whatever is wrong with one is said in our words.
 *
 * @param actor who gives the order
 * @param election the name of the election
 * @param action the word for what is to be done, see {@link OrderAction}
 * @param reason why, which is kept in the history
 * @param to the instance to transfer to, or the term to raise to
 * @param term the term that the operator saw
 * @param coolDown how long others may try after a resignation
 * @param lineage the lineage that is to adopt the fences
 */
public record OrderRequest(String actor, String election, @Nullable String action, @Nullable String reason,
		@Nullable String to, @Nullable String term, @Nullable String coolDown, @Nullable String lineage) {

	private static final String ANONYMOUS = "anonymous";

	private static final String UNREAD = "unread order";

	/**
	 * Return what is known of an order that is refused without being read.
	 * @param actor who gives the order
	 * @param election the name of the election, or an empty text if it is not known
	 * @return the order, whose action is {@code unread order}
	 */
	public static OrderRequest unread(String actor, String election) {
		return new OrderRequest(actor, election, UNREAD, null, null, null, null, null);
	}

	/**
	 * Return who gives an order that comes in by HTTP.
	 * @param principal the authenticated user, or {@code null}
	 * @return the user's name, or {@code anonymous}
	 */
	public static String actor(@Nullable Principal principal) {
		String name = (principal != null) ? principal.getName() : null;
		return (name != null && !name.isBlank()) ? Order.printable(name) : ANONYMOUS;
	}

}
