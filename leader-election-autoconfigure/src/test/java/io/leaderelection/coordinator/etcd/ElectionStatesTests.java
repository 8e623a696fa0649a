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

package io.leaderelection.coordinator.etcd;

import java.util.ArrayList;
import java.util.List;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.KeyValue;
import io.leaderelection.coordinator.ElectionView;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ElectionStates}.
 */
class ElectionStatesTests {

	private final EtcdKeys keys = new EtcdKeys("leader-election", "shop");

	private final List<String> complaints = new ArrayList<>();

	private final ElectionStates states = new ElectionStates(this.keys, this.complaints::add);

	@Test
	void eventsThatAListIncludesAreIgnored() {
		this.states.replace(List.of(term("a", 5, 50)), 60);
		assertThat(this.states.apply(List.of(put(term("a", 4, 40)), put(term("a", 5, 50))))).isEmpty();
		assertThat(this.states.apply(List.of(put(term("a", 6, 61))))).singleElement()
			.satisfies((view) -> assertThat(view.term().value()).isEqualTo(6));
		assertThat(this.states.applied()).isEqualTo(61);
	}

	@Test
	void listBehindTheEventsIsNotTakenOver() {
		this.states.replace(List.of(term("a", 5, 50)), 60);
		this.states.apply(List.of(put(term("a", 6, 61))));
		assertThat(this.states.replace(List.of(term("a", 5, 50)), 60)).isNull();
		assertThat(this.states.applied()).isEqualTo(61);
	}

	@Test
	void listFindsWhatEventsDidNotTell() {
		this.states.replace(List.of(term("a", 5, 50), term("b", 1, 51)), 60);
		List<ElectionView> views = this.states.replace(List.of(term("b", 1, 51)), 70);
		assertThat(views).containsExactlyInAnyOrder(ElectionView.empty("a", 70),
				this.states.replace(List.of(term("b", 1, 51)), 70).get(0));
	}

	@Test
	void eventsOfOneAnswerMakeOneView() {
		List<ElectionView> views = this.states
			.apply(List.of(put(term("a", 1, 10)), put(term("a", 2, 11)), put(term("b", 1, 12))));
		assertThat(views).extracting(ElectionView::election).containsExactly("a", "b");
		assertThat(views).extracting(ElectionView::revision).containsOnly(12L);
	}

	@Test
	void deletionIsApplied() {
		this.states.replace(List.of(term("a", 5, 50)), 60);
		Event deletion = Event.newBuilder()
			.setType(Event.EventType.DELETE)
			.setKv(KeyValue.newBuilder().setKey(this.keys.term("a")).setModRevision(61))
			.build();
		assertThat(this.states.apply(List.of(deletion))).containsExactly(ElectionView.empty("a", 61));
	}

	@Test
	void unreadableElectionDoesNotHideTheOthers() {
		KeyValue garbage = KeyValue.newBuilder()
			.setKey(this.keys.leader("a"))
			.setValue(ByteString.copyFromUtf8("garbage"))
			.setModRevision(50)
			.build();
		assertThat(this.states.replace(List.of(garbage, term("b", 1, 51)), 60)).extracting(ElectionView::election)
			.containsExactly("b");
		assertThat(this.complaints).singleElement().asString().contains("elections/a/leader");
	}

	private KeyValue term(String election, long term, long revision) {
		return KeyValue.newBuilder()
			.setKey(this.keys.term(election))
			.setValue(EtcdRecords.term(term))
			.setModRevision(revision)
			.build();
	}

	private static Event put(KeyValue stored) {
		return Event.newBuilder().setType(Event.EventType.PUT).setKv(stored).build();
	}

}
