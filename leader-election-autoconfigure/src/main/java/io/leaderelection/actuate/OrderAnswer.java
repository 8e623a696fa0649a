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

import java.util.List;

import io.leaderelection.actuate.ElectionDescription.LeaderDescription;
import org.jspecify.annotations.Nullable;

/**
 * Answer to an order, in the form of a problem detail if it did not take effect.
 *
 * @param status the status code of HTTP
 * @param title the status in words
 * @param detail a sentence for people
 * @param election the name of the election
 * @param action the word of the order, as it was given
 * @param actor who gave the order
 * @param term the term that the order burned or ended, or {@code null}
 * @param fencing {@code fenced} if the order burned a term and every database refuses
 * older ones, {@code not fenced} if one does not, or {@code null} if no term was burned
 * @param notFenced the databases that may still accept an older term, or {@code null}
 * @param leader who led when the order was given, or {@code null}
 */
public record OrderAnswer(int status, String title, String detail, String election, @Nullable String action,
		String actor, @Nullable Long term, @Nullable String fencing, @Nullable List<String> notFenced,
		@Nullable LeaderDescription leader) {

	/**
	 * Return whether the order took effect, or is about to.
	 * @return whether it did
	 */
	boolean accepted() {
		return this.status == OrderStatus.DONE.code() || this.status == OrderStatus.UNDER_WAY.code();
	}

	/**
	 * Return whether the order was refused, so that nothing changed.
	 * @return whether it was
	 */
	boolean refused() {
		return OrderStatus.isRefusal(this.status);
	}

}
