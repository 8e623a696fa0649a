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

import com.google.protobuf.ByteString;
import io.leaderelection.InvalidElectionNameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link EtcdKeys}.
 */
class EtcdKeysTests {

	private final EtcdKeys keys = new EtcdKeys("leader-election", "shop");

	@Test
	void keysStandBelowPrefixAndNamespace() {
		assertThat(this.keys.lineage().toStringUtf8()).isEqualTo("/leader-election/shop/lineage");
		assertThat(this.keys.leader("settlement").toStringUtf8())
			.isEqualTo("/leader-election/shop/elections/settlement/leader");
		assertThat(this.keys.history("settlement", 7).toStringUtf8())
			.isEqualTo("/leader-election/shop/history/settlement/0000000000000000007");
	}

	@Test
	void slashesOfAnElectionAreNoLevels() {
		assertThat(this.keys.term("settlement/eu").toStringUtf8())
			.isEqualTo("/leader-election/shop/elections/settlement%2Feu/term");
	}

	@Test
	void namespaceAndInstanceMayHaveAnyCharacters() {
		EtcdKeys odd = new EtcdKeys("/infra/elections/", "a/b c");
		assertThat(odd.candidate("e", "host/1 ü").toStringUtf8())
			.isEqualTo("/infra/elections/a%2Fb%20c/elections/e/candidates/host%2F1%20%C3%BC");
		assertThat(odd.locate(odd.candidate("e", "host/1 ü")))
			.isEqualTo(new EtcdKeys.Location("e", EtcdKeys.Part.CANDIDATE, "host/1 ü"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "a", "a/b", "a/b/c", "a.b", "a_2Fb", "leader", "candidates/x" })
	void everyKeyIsLocated(String election) {
		assertThat(this.keys.locate(this.keys.leader(election)))
			.isEqualTo(new EtcdKeys.Location(election, EtcdKeys.Part.LEADER, ""));
		assertThat(this.keys.locate(this.keys.term(election)))
			.isEqualTo(new EtcdKeys.Location(election, EtcdKeys.Part.TERM, ""));
		assertThat(this.keys.locate(this.keys.paused(election)))
			.isEqualTo(new EtcdKeys.Location(election, EtcdKeys.Part.PAUSED, ""));
		assertThat(this.keys.locate(this.keys.successor(election)))
			.isEqualTo(new EtcdKeys.Location(election, EtcdKeys.Part.SUCCESSOR, ""));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/other/shop/elections/a/leader", "/leader-election/shop/elections/a",
			"/leader-election/shop/elections/a/unheard-of", "/leader-election/shop/elections/a b/leader",
			"/leader-election/shop/elections/%zz/leader", "/leader-election/shop/lineage" })
	void foreignKeyIsNotLocated(String key) {
		assertThat(this.keys.locate(ByteString.copyFromUtf8(key))).isNull();
	}

	@Test
	void badNameIsRefused() {
		assertThatExceptionOfType(InvalidElectionNameException.class).isThrownBy(() -> this.keys.leader("a//b"));
	}

	@Test
	void rangeEndsBehindItsPrefix() {
		ByteString end = EtcdKeys.endOf(this.keys.candidates("a"));
		assertThat(end.toStringUtf8()).isEqualTo("/leader-election/shop/elections/a/candidates0");
	}

}
