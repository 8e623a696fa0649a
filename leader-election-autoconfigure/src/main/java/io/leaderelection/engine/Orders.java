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

package io.leaderelection.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.leaderelection.ControlRequest;
import io.leaderelection.ControlResult;

/**
 * Orders whose givers wait for an answer.
 */
final class Orders {

	private final Map<Long, Consumer<Action.Answer>> waiting = new LinkedHashMap<>();

	private long last;

	Order place(ControlRequest request, Consumer<Action.Answer> receiver) {
		this.waiting.put(++this.last, receiver);
		return new Order(this.last, request);
	}

	void answer(Action.Answer answer) {
		Consumer<Action.Answer> receiver = this.waiting.remove(answer.order());
		if (receiver != null) {
			receiver.accept(answer);
		}
	}

	/**
	 * Answer what is still open, because the engine ends.
	 */
	void abandon() {
		List.copyOf(this.waiting.keySet())
			.forEach((order) -> answer(
					new Action.Answer(order, ControlResult.Status.UNKNOWN, 0, "The engine was stopped meanwhile")));
	}

}
