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

import java.nio.charset.StandardCharsets;
import java.util.Locale;

import com.google.protobuf.ByteString;
import io.leaderelection.ElectionName;
import io.leaderelection.InvalidElectionNameException;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Layout of the keys of a namespace. The history has a subtree of its own, so that
 * watching and listing the elections does not read the latest hundred terms of each.
 * <pre>
 * /{prefix}/{namespace}/lineage
 * /{prefix}/{namespace}/elections/{election}/leader
 *                                           /term
 *                                           /paused
 *                                           /successor
 *                                           /candidates/{instance}
 * /{prefix}/{namespace}/history/{election}/{term}
 * </pre>
 */
final class EtcdKeys {

	private static final String CANDIDATES = "candidates/";

	private final ByteString lineage;

	private final ByteString elections;

	private final ByteString history;

	EtcdKeys(String prefix, String namespace) {
		String root = "/" + StringUtils.trimTrailingCharacter(StringUtils.trimLeadingCharacter(prefix, '/'), '/') + "/"
				+ encode(namespace) + "/";
		this.lineage = ByteString.copyFromUtf8(root + "lineage");
		this.elections = ByteString.copyFromUtf8(root + "elections/");
		this.history = ByteString.copyFromUtf8(root + "history/");
	}

	ByteString lineage() {
		return this.lineage;
	}

	/**
	 * Return what the keys of all elections begin with.
	 * @return the prefix
	 */
	ByteString elections() {
		return this.elections;
	}

	ByteString leader(String election) {
		return key(election, Part.LEADER.path);
	}

	ByteString term(String election) {
		return key(election, Part.TERM.path);
	}

	ByteString paused(String election) {
		return key(election, Part.PAUSED.path);
	}

	ByteString successor(String election) {
		return key(election, Part.SUCCESSOR.path);
	}

	/**
	 * Return what the keys of all candidates of an election begin with.
	 * @param election the name of the election
	 * @return the prefix
	 */
	ByteString candidates(String election) {
		return key(election, CANDIDATES);
	}

	ByteString candidate(String election, String instance) {
		return key(election, CANDIDATES + encode(instance));
	}

	/**
	 * Return what the keys of all terms of an election begin with.
	 * @param election the name of the election
	 * @return the prefix
	 */
	ByteString history(String election) {
		return this.history.concat(ByteString.copyFromUtf8(encode(election) + "/"));
	}

	ByteString history(String election, long term) {
		return history(election).concat(ByteString.copyFromUtf8(EtcdRecords.pad(term)));
	}

	/**
	 * Return what a key of an election stands for.
	 * @param key the key
	 * @return its meaning, or {@code null} if it is none of ours
	 */
	@Nullable Location locate(ByteString key) {
		if (!key.startsWith(this.elections)) {
			return null;
		}
		String path = key.substring(this.elections.size()).toStringUtf8();
		int slash = path.indexOf('/');
		if (slash < 1) {
			return null;
		}
		try {
			return locate(ElectionName.requireValid(decode(path.substring(0, slash))), path.substring(slash + 1));
		}
		catch (InvalidElectionNameException | IllegalArgumentException ex) {
			// Somebody else's key.
			return null;
		}
	}

	private static @Nullable Location locate(String election, String path) {
		if (path.startsWith(CANDIDATES)) {
			return new Location(election, Part.CANDIDATE, decode(path.substring(CANDIDATES.length())));
		}
		for (Part part : Part.values()) {
			if (part.path.equals(path)) {
				return new Location(election, part, "");
			}
		}
		return null;
	}

	private static String decode(String encoded) {
		return StringUtils.uriDecode(encoded, StandardCharsets.UTF_8);
	}

	/**
	 * Return the end of the range of all keys that begin with the prefix.
	 * @param prefix the prefix, which ends with a slash
	 * @return the first key behind the range
	 */
	static ByteString endOf(ByteString prefix) {
		int last = prefix.size() - 1;
		return prefix.substring(0, last).concat(ByteString.copyFrom(new byte[] { (byte) (prefix.byteAt(last) + 1) }));
	}

	private ByteString key(String election, String path) {
		return this.elections.concat(ByteString.copyFromUtf8(encode(ElectionName.requireValid(election)) + "/" + path));
	}

	private static String encode(String name) {
		StringBuilder encoded = new StringBuilder();
		for (byte octet : name.getBytes(StandardCharsets.UTF_8)) {
			char character = (char) (octet & 0xff);
			boolean plain = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')
					|| (character >= '0' && character <= '9') || "._-".indexOf(character) >= 0;
			encoded.append(plain ? String.valueOf(character) : String.format(Locale.ROOT, "%%%02X", (int) character));
		}
		return encoded.toString();
	}

	/**
	 * Parts of an election that have a key.
	 */
	enum Part {

		LEADER("leader"), TERM("term"), PAUSED("paused"), SUCCESSOR("successor"), CANDIDATE(CANDIDATES);

		private final String path;

		Part(String path) {
			this.path = path;
		}

	}

	/**
	 * Meaning of a key.
	 *
	 * @param election the name of the election
	 * @param part the part of the election
	 * @param instance the candidate's instance, empty for other parts
	 */
	record Location(String election, Part part, String instance) {

	}

}
