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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.leaderelection.ControlRequest;
import io.leaderelection.ControlResult;

/**
 * Orders whose givers wait for an answer.
 */
final class Orders {

	private final Map<Long, Consumer<Action.Answer>> waiting = new LinkedHashMap<>();

	private final Set<Consumer<ControlResult>> expecting = new LinkedHashSet<>();

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
	 * Expect a result, so that its receiver is answered even if the engine ends before.
	 * @param receiver the receiver
	 * @return the receiver to hand the result to; only its first result counts
	 */
	Consumer<ControlResult> expect(Consumer<ControlResult> receiver) {
		this.expecting.add(receiver);
		return (result) -> {
			if (this.expecting.remove(receiver)) {
				receiver.accept(result);
			}
		};
	}

	/**
	 * Answer what is still open, because the engine ends.
	 */
	void abandon() {
		ControlResult result = new ControlResult(ControlResult.Status.UNKNOWN, 0, false, List.of(), null,
				"The engine was stopped meanwhile");
		List<Consumer<ControlResult>> open = List.copyOf(this.expecting);
		this.expecting.clear();
		open.forEach((receiver) -> receiver.accept(result));
	}

}
