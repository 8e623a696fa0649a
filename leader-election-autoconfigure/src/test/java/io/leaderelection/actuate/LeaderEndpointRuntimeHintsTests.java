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

import io.leaderelection.coordinator.MemberStatus;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderEndpointRuntimeHints}.
 */
class LeaderEndpointRuntimeHintsTests {

	@Test
	void everythingThatIsWrittenAsJsonCanBeReadByReflection() throws NoSuchMethodException {
		RuntimeHints hints = new RuntimeHints();
		new LeaderEndpointRuntimeHints().registerHints(hints, getClass().getClassLoader());
		for (Class<?> type : List.of(ElectionsDescription.class, ElectionDetails.class, ElectionDescription.class,
				ElectionDescription.LeaderDescription.class, ElectionDescription.HoldBackDescription.class,
				ElectionDescription.PauseDescription.class, ElectionDescription.RevocationDescription.class,
				TermDescription.class, CoordinatorDescription.class, MemberStatus.class, OrderAnswer.class,
				LeaderEndpointWebExtension.Problem.class)) {
			assertThat(RuntimeHintsPredicates.reflection()
				.onMethodInvocation(type.getMethod(type.getRecordComponents()[0].getName()))).accepts(hints);
		}
	}

}
