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

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.leaderelection.coordinator.HistoryEntry;
import io.leaderelection.coordinator.LeaderRecord;
import io.leaderelection.coordinator.LineFormat;
import io.leaderelection.coordinator.PauseRecord;
import io.leaderelection.coordinator.TermRecord;
import io.leaderelection.coordinator.UnreadableRecordException;
import org.jspecify.annotations.Nullable;

/**
 * Translation between records and stored values.
 */
final class EtcdRecords {

	private static final String METADATA = "meta.";

	private EtcdRecords() {
	}

	/**
	 * Return a term with as many digits as the largest one, so that keys sort by it.
	 * @param term the term
	 * @return the digits
	 */
	static String pad(long term) {
		return String.format(Locale.ROOT, "%019d", term);
	}

	static ByteString term(long term) {
		return ByteString.copyFromUtf8(pad(term));
	}

	static TermRecord toTerm(KeyValue stored) {
		String digits = stored.getValue().toStringUtf8();
		try {
			return new TermRecord(Long.parseLong(digits), stored.getModRevision());
		}
		catch (NumberFormatException ex) {
			throw unreadable(stored, "'%s' is no term".formatted(digits), ex);
		}
	}

	static ByteString leader(LeaderRecord leader) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("election", leader.election());
		fields.put("term", Long.toString(leader.term()));
		fields.put("grant", leader.grantId());
		fields.put("instance", leader.instance());
		fields.put("session", leader.sessionId());
		fields.put("since", leader.since().toString());
		putMetadata(fields, leader.metadata());
		return encode(fields);
	}

	static LeaderRecord toLeader(KeyValue stored) {
		return read(stored,
				(fields, value) -> new LeaderRecord(fields.text("election"), fields.number("term"),
						fields.text("grant"), fields.text("instance"), LeaseIds.format(value.getLease()),
						value.getModRevision(), fields.time("since"), metadata(fields)));
	}

	static ByteString pause(PauseRecord pause) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("actor", pause.actor());
		fields.put("reason", pause.reason());
		fields.put("since", pause.since().toString());
		fields.put("term", Long.toString(pause.term()));
		fields.put("grant", pause.grantId());
		return encode(fields);
	}

	static PauseRecord toPause(KeyValue stored) {
		return read(stored, (fields, value) -> new PauseRecord(fields.text("actor"), fields.text("reason"),
				fields.time("since"), fields.number("term"), fields.text("grant")));
	}

	static ByteString successor(String instance) {
		return encode(Map.of("instance", instance));
	}

	static String toSuccessor(KeyValue stored) {
		return read(stored, (fields, value) -> fields.text("instance"));
	}

	static ByteString candidate(Map<String, String> metadata) {
		Map<String, String> fields = new LinkedHashMap<>();
		putMetadata(fields, metadata);
		return encode(fields);
	}

	static Map<String, String> toCandidate(KeyValue stored) {
		return read(stored, (fields, value) -> metadata(fields));
	}

	static ByteString history(HistoryEntry entry) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("election", entry.election());
		fields.put("term", Long.toString(entry.term()));
		fields.put("kind", entry.kind().name());
		fields.put("grant", entry.grantId());
		fields.put("began", entry.began().toString());
		putPresent(fields, "instance", entry.instance());
		putPresent(fields, "ended", entry.ended());
		putPresent(fields, "end-reason", entry.endReason());
		putPresent(fields, "actor", entry.actor());
		putPresent(fields, "reason", entry.reason());
		return encode(fields);
	}

	static HistoryEntry toHistory(KeyValue stored) {
		return read(stored,
				(fields, value) -> new HistoryEntry(fields.text("election"), fields.number("term"),
						fields.constant("kind", HistoryEntry.Kind.class), fields.text("grant"), fields.find("instance"),
						fields.time("began"), fields.findTime("ended"), fields.find("end-reason"), fields.find("actor"),
						fields.find("reason")));
	}

	private static ByteString encode(Map<String, String> fields) {
		return ByteString.copyFromUtf8(LineFormat.encode(fields));
	}

	private static void putPresent(Map<String, String> fields, String name, @Nullable Object value) {
		if (value != null) {
			fields.put(name, value.toString());
		}
	}

	private static void putMetadata(Map<String, String> fields, Map<String, String> metadata) {
		new TreeMap<>(metadata).forEach((name, value) -> fields.put(METADATA + name, value));
	}

	private static Map<String, String> metadata(Fields fields) {
		return fields.withPrefix(METADATA);
	}

	private static <T> T read(KeyValue stored, BiFunction<Fields, KeyValue, T> reader) {
		try {
			return reader.apply(new Fields(LineFormat.decode(stored.getValue().toStringUtf8())), stored);
		}
		catch (UnreadableRecordException ex) {
			throw unreadable(stored, ex.getMessage(), ex);
		}
	}

	private static UnreadableRecordException unreadable(KeyValue stored, @Nullable String detail, Exception cause) {
		return new UnreadableRecordException(
				"The value of key '%s' is unreadable: %s".formatted(stored.getKey().toStringUtf8(), detail), cause);
	}

}
