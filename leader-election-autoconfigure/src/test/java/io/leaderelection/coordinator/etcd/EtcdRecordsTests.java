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

import java.time.Instant;
import java.util.Map;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.PauseRecord;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.coordinator.UnreadableRecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link EtcdRecords}.
 */
class EtcdRecordsTests {

	private static final Instant SINCE = Instant.parse("2026-11-30T12:00:00.123456789Z");

	private static final LeaderRecord LEADER = new LeaderRecord("settlement", 8, "grant", "instance", "2f", 70, SINCE,
			Map.of("zone", "a"));

	@Test
	void leaderIsReadableForOperators() {
		assertThat(EtcdRecords.leader(LEADER).toStringUtf8()).isEqualTo("""
				format=1
				election=settlement
				term=8
				grant=grant
				instance=instance
				session=2f
				since=2026-11-30T12:00:00.123456789Z
				meta.zone=a""");
	}

	@Test
	void leaderIsTheSameAfterReading() {
		assertThat(EtcdRecords.toLeader(stored(EtcdRecords.leader(LEADER)))).isEqualTo(LEADER);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a=b", "line\nbreak", "back\\slash", "\\n", "\\", "=", "ünïcode €", "\r\n\t" })
	void anyTextSurvives(String text) {
		Map<String, String> metadata = Map.of(text, text, "other", text + text);
		assertThat(EtcdRecords.toCandidate(stored(EtcdRecords.candidate(metadata)))).isEqualTo(metadata);
		PauseRecord pause = new PauseRecord(text, text, SINCE, 9, "grant");
		assertThat(EtcdRecords.toPause(stored(EtcdRecords.pause(pause)))).isEqualTo(pause);
		assertThat(EtcdRecords.toSuccessor(stored(EtcdRecords.successor(text)))).isEqualTo(text);
	}

	@Test
	void historyIsTheSameAfterReading() {
		HistoryEntry bare = new HistoryEntry("e", 1, HistoryEntry.Kind.GRANTED, "grant", "instance", SINCE, null, null,
				null, null);
		HistoryEntry full = new HistoryEntry("e", Long.MAX_VALUE, HistoryEntry.Kind.PAUSED, "grant", null, SINCE,
				SINCE.plusSeconds(1), "RESUMED", "actor", "reason");
		assertThat(EtcdRecords.toHistory(stored(EtcdRecords.history(bare)))).isEqualTo(bare);
		assertThat(EtcdRecords.toHistory(stored(EtcdRecords.history(full)))).isEqualTo(full);
	}

	@Test
	void termsSortByTheirDigits() {
		assertThat(EtcdRecords.pad(8)).isLessThan(EtcdRecords.pad(60));
		assertThat(EtcdRecords.pad(Long.MAX_VALUE)).hasSameSizeAs(EtcdRecords.pad(1));
		assertThat(EtcdRecords.toTerm(stored(EtcdRecords.term(60)))).isEqualTo(new TermRecord(60, 70));
	}

	/**
	 * A rolling upgrade.
	 */
	@Test
	void recordOfALaterVersionWithMoreFieldsIsRead() {
		ByteString later = ByteString
			.copyFromUtf8(EtcdRecords.leader(LEADER).toStringUtf8().replace("format=1", "format=2") + "\nmood=sunny");
		assertThat(EtcdRecords.toLeader(stored(later))).isEqualTo(LEADER);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "garbage", "term=8", "format=1\nterm=x", "format=1\nterm=1\nsince=yesterday",
			"format=1\nterm=\\q", "format=1\nterm=1\\" })
	void unreadableRecordIsNamed(String value) {
		assertThatExceptionOfType(UnreadableRecordException.class)
			.isThrownBy(() -> EtcdRecords.toLeader(stored(ByteString.copyFromUtf8(value))))
			.withMessageContaining("/some/key");
		assertThatExceptionOfType(UnreadableRecordException.class)
			.isThrownBy(() -> EtcdRecords.toTerm(stored(ByteString.copyFromUtf8(value))))
			.withMessageContaining("/some/key");
	}

	private static KeyValue stored(ByteString value) {
		return KeyValue.newBuilder()
			.setKey(ByteString.copyFromUtf8("/some/key"))
			.setValue(value)
			.setModRevision(70)
			.setLease(0x2f)
			.build();
	}

}
